// The bytes of an export's archive (S239), made while they are downloaded: headers are computed,
// texts come from the stored parts, files from the file store. The place of everything is known
// beforehand, so a download that was cut off goes on from any byte. Nothing is compressed, and
// numbers beyond 32 bits are written as ZIP64.

import { Readable } from 'node:stream';
import { readStored } from '../files/read-stored.ts';
import type { FileStore } from '../files/file-store.ts';

export type ArchiveEntry = {
  readonly path: string;
  readonly size: number;
  readonly crc32: number;
  readonly sha256: string;
  readonly storageKey: string | null;
  readonly textAt: number | null;
  readonly start: number;
};

export type Archive = {
  readonly files: FileStore;
  /** Size of each part but the last one. */
  readonly partBytes: number;
  readonly parts: readonly string[];
  readonly madeAt: Date;
  /** The entries in their order, from the one that holds the byte `from`. */
  readonly entries: (from: number) => AsyncIterable<ArchiveEntry>;
};

const MAX_32 = 0xff_ff_ff_ff;
const MAX_16 = 0xff_ff;
const LOCAL = { signature: 0x04_03_4b_50, bytes: 30, long: 20 } as const;
const CENTRAL = { signature: 0x02_01_4b_50, bytes: 46 } as const;
const END = { signature: 0x06_05_4b_50, bytes: 22 } as const;
const LONG_END = { signature: 0x06_06_4b_50, bytes: 56 } as const;
const LONG_PLACE = { signature: 0x07_06_4b_50, bytes: 20 } as const;
const VERSION = 45;
/** Names are UTF-8. */
const FLAGS = 0x08_00;
const LONG_EXTRA = 0x00_01;

const nameOf = ({ path }: Pick<ArchiveEntry, 'path'>): Buffer => Buffer.from(path, 'utf8');
const isLong = (value: number): boolean => value >= MAX_32;

/** The size of an entry's header, which stands before its bytes. */
export const headerBytes = (entry: Pick<ArchiveEntry, 'path' | 'size'>): number =>
  LOCAL.bytes + nameOf(entry).length + (isLong(entry.size) ? LOCAL.long : 0);

type EntryPlace = Pick<ArchiveEntry, 'path' | 'size' | 'start'>;

function longsOf({ size, start }: EntryPlace): number[] {
  return [...(isLong(size) ? [size, size] : []), ...(isLong(start) ? [start] : [])];
}

export const centralBytes = (entry: EntryPlace): number => {
  const longs = longsOf(entry).length;
  return CENTRAL.bytes + nameOf(entry).length + (longs === 0 ? 0 : 4 + 8 * longs);
};

export type Directory = { readonly entries: number; readonly start: number; readonly bytes: number };

const isLongEnd = ({ entries, start, bytes }: Directory): boolean =>
  entries >= MAX_16 || isLong(start) || isLong(bytes);

export const endBytes = (directory: Directory): number =>
  END.bytes + (isLongEnd(directory) ? LONG_END.bytes + LONG_PLACE.bytes : 0);

/** Date and time in the format of MS-DOS, in UTC. */
function momentOf(at: Date): { time: number; date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

function extraOf(longs: readonly number[]): Buffer {
  if (longs.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * longs.length);
  extra.writeUInt16LE(LONG_EXTRA, 0);
  extra.writeUInt16LE(8 * longs.length, 2);
  for (const [place, value] of longs.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * place);
  return extra;
}

function localHeader(entry: ArchiveEntry, madeAt: Date): Buffer {
  const name = nameOf(entry);
  const extra = extraOf(isLong(entry.size) ? [entry.size, entry.size] : []);
  const header = Buffer.alloc(LOCAL.bytes);
  const { time, date } = momentOf(madeAt);
  header.writeUInt32LE(LOCAL.signature, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt32LE(entry.crc32, 14);
  header.writeUInt32LE(Math.min(entry.size, MAX_32), 18);
  header.writeUInt32LE(Math.min(entry.size, MAX_32), 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function centralHeader(entry: ArchiveEntry, madeAt: Date): Buffer {
  const name = nameOf(entry);
  const extra = extraOf(longsOf(entry));
  const header = Buffer.alloc(CENTRAL.bytes);
  const { time, date } = momentOf(madeAt);
  header.writeUInt32LE(CENTRAL.signature, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(entry.crc32, 16);
  header.writeUInt32LE(Math.min(entry.size, MAX_32), 20);
  header.writeUInt32LE(Math.min(entry.size, MAX_32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(entry.start, MAX_32), 42);
  return Buffer.concat([header, name, extra]);
}

function endOf({ entries, start, bytes }: Directory): Buffer {
  const end = Buffer.alloc(END.bytes);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(Math.min(entries, MAX_16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_16), 10);
  end.writeUInt32LE(Math.min(bytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  if (!isLongEnd({ entries, start, bytes })) return end;
  const long = Buffer.alloc(LONG_END.bytes);
  long.writeUInt32LE(LONG_END.signature, 0);
  long.writeBigUInt64LE(BigInt(LONG_END.bytes - 12), 4);
  long.writeUInt16LE(VERSION, 12);
  long.writeUInt16LE(VERSION, 14);
  long.writeBigUInt64LE(BigInt(entries), 24);
  long.writeBigUInt64LE(BigInt(entries), 32);
  long.writeBigUInt64LE(BigInt(bytes), 40);
  long.writeBigUInt64LE(BigInt(start), 48);
  const place = Buffer.alloc(LONG_PLACE.bytes);
  place.writeUInt32LE(LONG_PLACE.signature, 0);
  place.writeBigUInt64LE(BigInt(start + bytes), 8);
  place.writeUInt32LE(1, 16);
  return Buffer.concat([long, place, end]);
}

/** A span of bytes, the last one included. */
export type Span = { readonly from: number; readonly to: number };

/**
 * The bytes of a span of the archive. Only a batch of entries and one part are in memory at a time.
 */
export function archiveBytes(archive: Archive, { from, to }: Span): Readable {
  return Readable.from(cut(pieces(archive, from), { from, to }), { objectMode: false });
}

/** A piece of the archive, with the byte at which it begins. */
type Piece = { readonly at: number; readonly bytes: Buffer };

/** Cuts the pieces to the bytes of the span. */
async function* cut(all: AsyncIterable<Piece>, { from, to }: Span): AsyncGenerator<Buffer> {
  for await (const { at, bytes } of all) {
    if (at + bytes.length > from) yield bytes.subarray(Math.max(0, from - at), Math.min(bytes.length, to + 1 - at));
    if (at + bytes.length > to) return;
  }
}

async function* pieces(archive: Archive, from: number): AsyncGenerator<Piece> {
  const texts = openTexts(archive);
  let at = 0;
  for await (const entry of archive.entries(from)) {
    const header = localHeader(entry, archive.madeAt);
    yield { at: entry.start, bytes: header };
    at = entry.start + header.length;
    // An entry that ends before the span is not read.
    if (at + entry.size > from) {
      for await (const bytes of contentOf(archive, { entry, texts })) {
        yield { at, bytes };
        at += bytes.length;
      }
    } else at += entry.size;
  }
  const directory = { start: at, entries: 0, bytes: 0 };
  for await (const entry of archive.entries(0)) {
    const header = centralHeader(entry, archive.madeAt);
    yield { at, bytes: header };
    at += header.length;
    directory.entries += 1;
    directory.bytes += header.length;
  }
  yield { at, bytes: endOf(directory) };
}

type Texts = (part: number) => Promise<Buffer>;

/**
 * Reads the stored parts. The one that was read last stays in memory, because the next text mostly
 * lies in it too.
 */
function openTexts({ files, parts }: Archive): Texts {
  let last: { readonly part: number; readonly bytes: Buffer } | null = null;
  return async (part) => {
    if (last?.part === part) return last.bytes;
    const chunks: Buffer[] = [];
    const { stream } = await files.open(parts[part] ?? '');
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    last = { part, bytes: Buffer.concat(chunks) };
    return last.bytes;
  };
}

async function* contentOf(
  { files, partBytes }: Archive,
  { entry, texts }: { readonly entry: ArchiveEntry; readonly texts: Texts },
): AsyncGenerator<Buffer> {
  const { storageKey, textAt, size, sha256 } = entry;
  if (storageKey !== null) {
    for await (const chunk of await readStored(files, { storageKey, size, sha256 })) yield chunk as Buffer;
    return;
  }
  for (let at = textAt ?? 0, left = size; left > 0;) {
    const bytes = await texts(Math.floor(at / partBytes));
    const piece = bytes.subarray(at % partBytes, (at % partBytes) + left);
    if (piece.length === 0) throw new Error(`the parts of an export end before ${entry.path}`);
    yield piece;
    at += piece.length;
    left -= piece.length;
  }
}
