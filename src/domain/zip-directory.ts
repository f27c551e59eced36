// Reads the directory of a zip from its end: names and sizes, without unpacking anything (default
// 8).

import { type ByteSource, latinOf, numbersIn } from './byte-source.ts';

export type ZipEntry = {
  readonly name: string;
  readonly size: number;
  readonly compressedSize: number;
  readonly method: number;
  readonly offset: number;
};

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_MAX = 65_535;
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/**
 * The entries in the order of the directory; `too_many` when there are more than `entriesMax`, and
 * null when the file is not a zip from its first byte or is damaged.
 */
export async function readZipDirectory(
  source: ByteSource,
  entriesMax: number,
): Promise<readonly ZipEntry[] | 'too_many' | null> {
  try {
    // A zip behind the bytes of another file still opens. Such a file would be two things at once,
    // so it is refused.
    if (numbersIn(await source.read(0, 4)).u32(0) !== LOCAL_SIGNATURE) return null;
    const end = await findEnd(source);
    if (end === null) return null;
    if (end.count > entriesMax || end.length > DIRECTORY_MAX_BYTES) return 'too_many';
    return entriesIn(await source.read(end.offset, end.length), end.count);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function findEnd(source: ByteSource): Promise<{ count: number; length: number; offset: number } | null> {
  const length = Math.min(source.size, END_BYTES + COMMENT_MAX);
  const tail = numbersIn(await source.read(source.size - length, length));
  for (let at = length - END_BYTES; at >= 0; at -= 1) {
    if (tail.u32(at) === END_SIGNATURE) {
      return { count: tail.u16(at + 10), length: tail.u32(at + 12), offset: tail.u32(at + 16) };
    }
  }
  return null;
}

function entriesIn(directory: Uint8Array, count: number): ZipEntry[] | null {
  const { u16, u32 } = numbersIn(directory);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (u32(at) !== ENTRY_SIGNATURE) return null;
    const end = at + ENTRY_BYTES + u16(at + 28);
    entries.push({
      name: latinOf(directory.subarray(at + ENTRY_BYTES, end)),
      size: u32(at + 24),
      compressedSize: u32(at + 20),
      method: u16(at + 10),
      offset: u32(at + 42),
    });
    at = end + u16(at + 30) + u16(at + 32);
  }
  return entries;
}

/**
 * The content of an entry, one character for each byte; null when it is damaged, larger than
 * `maxBytes` or packed in another way.
 */
export async function readZipEntry(
  source: ByteSource,
  { entry, maxBytes }: { entry: ZipEntry; maxBytes: number },
): Promise<string | null> {
  if (entry.size > maxBytes || entry.compressedSize > maxBytes) return null;
  try {
    const header = numbersIn(await source.read(entry.offset, LOCAL_BYTES));
    if (header.u32(0) !== LOCAL_SIGNATURE) return null;
    const start = entry.offset + LOCAL_BYTES + header.u16(26) + header.u16(28);
    const bytes = await source.read(start, entry.compressedSize);
    if (entry.method === STORED) return latinOf(bytes);
    return entry.method === DEFLATED ? latinOf(await source.inflate(bytes, maxBytes)) : null;
  } catch {
    return null;
  }
}
