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
  /** It is another of the accepted types, which its name would have to say. */
  | { readonly kind: 'other'; readonly found: ContentType };

/**
 * `is`: the type under which the file is kept, which may be another than the one that its name
 * says.
 */
export type ContentJudgement = { readonly is: ContentType } | { readonly refused: ContentRefusal };
