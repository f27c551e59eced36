// Signs that a file lost its end: a copy was broken off, or a device wrote its beginning alone.
// Such a file often opens all the same, in part, so that only a person can tell whether something
// is missing.

import { type ByteSource, latinOf } from './byte-source.ts';
import type { ContentType } from './content-judgement.ts';
import { oleNames } from './ole-directory.ts';

/** Where the end of a PDF is looked for: programs leave bytes of their own behind it. */
const PDF_TAIL_BYTES = 64 * 1024;
const RTF_TAIL_BYTES = 1024;

/**
 * Whether a file of this type seems to be cut. A cut DOCX or ODT is refused by its judgement
 * (S181), and the end of a plain text can't be recognised.
 */
export async function endsEarly(source: ByteSource, type: ContentType): Promise<boolean> {
  if (type === 'pdf') {
    const tail = await tailOf(source, PDF_TAIL_BYTES);
    return !tail.includes('startxref') && !tail.includes('%%EOF');
  }
  if (type === 'rtf') {
    const tail = await tailOf(source, RTF_TAIL_BYTES);
    return !tail.replaceAll('\0', '').trimEnd().endsWith('}');
  }
  return type === 'doc' && (await oleNames(source)) === null;
}

async function tailOf(source: ByteSource, length: number): Promise<string> {
  return latinOf(await source.read(Math.max(0, source.size - length), length));
}
