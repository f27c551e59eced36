// Whether a file's content is what its extension says (default 8). Works on complete files on the local disk.

import type { FileExtension } from '#domain/files.ts';
import { fileTypeFromFile } from 'file-type';
import { isPlainText } from './plain-text.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

const MIB = 1024 * 1024;
const ENTRIES_MAX = 2000;
const RATIO_MAX = 100;
const TOTAL_MAX_BYTES = 200 * MIB;
/** Below this size the ratio is not judged: small entries may compress very well without being a bomb. */
const RATIO_FLOOR_BYTES = MIB;

/** True when the content fits the extension. Files with macros, zip bombs and disguised files do not fit. */
export async function checkContent(path: string, extension: FileExtension): Promise<boolean> {
  switch (extension) {
    case 'txt':
      return isPlainText(path);
    case 'docx':
      return isWordDocument(await entriesOf(path));
    case 'odt':
      return isOpenDocument(await entriesOf(path));
    case 'pdf':
    case 'rtf':
      return (await fileTypeFromFile(path))?.ext === extension;
    case 'doc':
      return (await fileTypeFromFile(path))?.ext === 'cfb';
  }
}

async function entriesOf(path: string): Promise<readonly ZipEntry[]> {
  const entries = await readZipDirectory(path, ENTRIES_MAX);
  const total = entries.reduce((sum, entry) => sum + entry.size, 0);
  const bomb = entries.some((entry) => entry.size > RATIO_FLOOR_BYTES && entry.size > RATIO_MAX * entry.compressedSize);
  return bomb || total > TOTAL_MAX_BYTES ? [] : entries;
}

function isWordDocument(entries: readonly ZipEntry[]): boolean {
  const names = new Set(entries.map((entry) => entry.name));
  const macros = entries.some((entry) => /vbaProject\.bin$|vbaData\.xml$/i.test(entry.name));
  return names.has('[Content_Types].xml') && names.has('word/document.xml') && !macros;
}

function isOpenDocument(entries: readonly ZipEntry[]): boolean {
  const names = new Set(entries.map((entry) => entry.name));
  const macros = entries.some((entry) => /^(Basic|Scripts)\/.+/i.test(entry.name));
  const first = entries[0];
  // The format demands its media type as the first entry, uncompressed. That tells it from another zip.
  return first?.name === 'mimetype' && first.text === MEDIA_TYPE && names.has('content.xml') && !macros;
}

const MEDIA_TYPE = 'application/vnd.oasis.opendocument.text';
