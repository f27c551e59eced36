// The results of judging the content of a file (S181).

import type { FileExtension } from './files.ts';

/**
 * The type of a file by its content. HTML is accepted only under the extension of a word processor:
 * some systems write such files, and word processors open them.
 */
export type ContentType = FileExtension | 'html';

/** Why the content of a file is refused. */
export type ContentRefusal =
  | { readonly kind: 'macros' | 'too_much' | 'unknown' }
  /** The content is of another accepted type than the one in the name. */
  | { readonly kind: 'other'; readonly found: ContentType };

/** `is`: the type under which the file is stored. It may differ from the one in its name. */
export type ContentJudgement = { readonly is: ContentType } | { readonly refused: ContentRefusal };
