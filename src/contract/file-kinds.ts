// Kinds and sizes of files in the words of sentences. They come from the lists and bounds of the
// domain.

import { EXTENSIONS, FILE_MAX_BYTES } from '#domain/files.ts';

/** `20 MB`. */
export function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}

export const FILE_MAX_TEXT = megabytes(FILE_MAX_BYTES);

/**
 * Kinds of files as a list: `PDF, DOC e TXT`, or with "ou" before the last one. `kinds`: absent for
 * those that a document takes (rule C9).
 */
export function kindNames(link: 'e' | 'ou', kinds: readonly string[] = EXTENSIONS): string {
  return kinds
    .join(', ')
    .toUpperCase()
    .replace(/, (\w+)$/, ` ${link} $1`);
}
