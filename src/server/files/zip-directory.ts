// Reads the directory of a zip from its end: names and sizes, without unpacking anything (default 8).

import { open, type FileHandle } from 'node:fs/promises';

export type ZipEntry = {
  readonly name: string;
  readonly compressedSize: number;
  readonly size: number;
  /** Content of a small uncompressed entry; null for every other entry. */
  readonly text: string | null;
};

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_MAX = 65_535;
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;
const TEXT_MAX_BYTES = 200;

/**
 * The entries in the order of the directory. Empty when the file is not a zip from its first byte, is damaged, or has
 * more than `entriesMax` entries.
 */
export async function readZipDirectory(path: string, entriesMax: number): Promise<readonly ZipEntry[]> {
  const file = await open(path, 'r');
  try {
    const start = await readAt(file, { position: 0, length: LOCAL_BYTES });
    // A zip behind the bytes of another file still opens. Such a file would be two things at once, so it is refused.
    if (start.readUInt32LE(0) !== LOCAL_SIGNATURE) return [];
    const end = await findEnd(file);
    if (end === null || end.count > entriesMax || end.length > DIRECTORY_MAX_BYTES) return [];
    const directory = await readAt(file, { position: end.offset, length: end.length });
    return await entriesIn(file, { directory, count: end.count });
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  } finally {
    await file.close();
  }
}

async function findEnd(file: FileHandle): Promise<{ count: number; length: number; offset: number } | null> {
  const { size } = await file.stat();
  const length = Math.min(size, END_BYTES + COMMENT_MAX);
  const tail = await readAt(file, { position: size - length, length });
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END_SIGNATURE) {
      return {
        count: tail.readUInt16LE(at + 10),
        length: tail.readUInt32LE(at + 12),
        offset: tail.readUInt32LE(at + 16),
      };
    }
  }
  return null;
}

async function entriesIn(file: FileHandle, zip: { directory: Buffer; count: number }): Promise<ZipEntry[]> {
  const { directory } = zip;
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < zip.count) {
    if (directory.readUInt32LE(at) !== ENTRY_SIGNATURE) return [];
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
    const compressedSize = directory.readUInt32LE(at + 20);
    const stored = directory.readUInt16LE(at + 10) === 0 && compressedSize <= TEXT_MAX_BYTES;
    entries.push({
      name,
      compressedSize,
      size: directory.readUInt32LE(at + 24),
      text: stored ? await textAt(file, { offset: directory.readUInt32LE(at + 42), length: compressedSize }) : null,
    });
    at += ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function textAt(file: FileHandle, entry: { offset: number; length: number }): Promise<string | null> {
  const header = await readAt(file, { position: entry.offset, length: LOCAL_BYTES });
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) return null;
  const position = entry.offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  return (await readAt(file, { position, length: entry.length })).toString('utf8');
}

async function readAt(file: FileHandle, range: { position: number; length: number }): Promise<Buffer> {
  const buffer = Buffer.alloc(range.length);
  const { bytesRead } = await file.read(buffer, 0, range.length, range.position);
  return buffer.subarray(0, bytesRead);
}
