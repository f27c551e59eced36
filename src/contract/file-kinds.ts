// The kinds and the sizes of files as sentences name them, made from the lists and bounds of the domain.

import { EXTENSIONS, FILE_MAX_BYTES, FILES_MAX_BYTES, PREVIEWED } from '#domain/files.ts';

const MIB = 1024 * 1024;
export const FILE_MAX_TEXT = `${FILE_MAX_BYTES / MIB} MB`;
export const FILES_MAX_TEXT = `${FILES_MAX_BYTES / MIB} MB`;

/** `PDF, DOC e TXT`, or with "ou" before the last one. */
export function kindNames(kinds: readonly string[], link: 'e' | 'ou'): string {
  const names = kinds.map((kind) => kind.toUpperCase());
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} ${link} ${last}`;
}

/** `PDF, DOC, DOCX, ODT, RTF e TXT`: what a document takes (rule C9). */
export const acceptedKinds = (link: 'e' | 'ou'): string => kindNames(EXTENSIONS, link);

/** `PDF e TXT`: what the viewer shows (rule J4). */
export const previewedKinds = (): string => kindNames(PREVIEWED, 'e');
