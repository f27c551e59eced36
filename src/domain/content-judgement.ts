// What the judgement of a file's content says (S181).

import type { FileExtension } from './files.ts';

/**
 * What a file may be inside. HTML comes as a .doc only: systems write such files, and word
 * processors open them.
 */
export type ContentType = FileExtension | 'html';

/** Why the content of a file is refused. */
export type ContentRefusal =
  | { readonly kind: 'macros' | 'too_much' | 'unknown' }
  /** The content is of another accepted type than the one in the name. */
  | { readonly kind: 'other'; readonly found: ContentType };

/** `is`: the type under which the file is stored. It may differ from the one in its name. */
export type ContentJudgement = { readonly is: ContentType } | { readonly refused: ContentRefusal };
