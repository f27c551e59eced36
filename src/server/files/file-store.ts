// The interface of a store for bytes, so that disk and S3 look the same to the rest of the server.
// A row may point at a key only after `put` has answered: then the bytes are complete and durable
// (default 16).

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Want } from '../config/want.ts';

export type StoredFile = { readonly storageKey: string; readonly size: number; readonly sha256: string };

export type StoredEntry = { readonly storageKey: string; readonly ageMs: number };

/**
 * Bytes as they are stored now. read-stored.ts judges whether they are the bytes that were stored.
 */
export type OpenedFile = { readonly stream: Readable; readonly size: number };

/** The form of a storage key: 16 random bytes in hexadecimal. */
export const STORAGE_KEY = /^[0-9a-f]{32}$/;

/** The key under which a store keeps its own name. It does not have the form of a storage key. */
export const STORE_NAME = 'store-name';

/** The note of the database's beat and highest numbers, by which a rollback is noticed (S169). */
export const HIGH_WATER = 'high-water';

/** Notes that a store keeps beside the files, and that move with them. */
export type NoteName = typeof STORE_NAME | typeof HIGH_WATER;

type PutOptions = {
  /** Number of bytes above which the upload is refused with FileTooLarge. */
  readonly maxBytes: number;
  /** The key to store under; only a restored backup sets it. Default: a new random one. */
  readonly storageKey?: string;
  /**
   * Looks at the complete file before it is kept. An error that it throws ends the upload and
   * leaves nothing behind.
   */
  readonly inspect?: (file: { readonly path: string; readonly size: number }) => Promise<void>;
};

/** Each call throws StoreUnavailable when the store itself can't be used now, or has no room. */
export type FileStore = {
  /** Stores the stream under a new random key, or stores nothing. */
  put(stream: Readable, options: PutOptions): Promise<StoredFile>;
  /** Throws FileMissing when no file has this key. */
  open(storageKey: string): Promise<OpenedFile>;
  remove(storageKey: string): Promise<void>;
  /** Every stored key, in no particular order. */
  list(): AsyncIterable<string>;
  /** Every stored key with its age by the store's own clock, in no particular order. */
  entries(): AsyncIterable<StoredEntry>;
  /** Size in bytes of the whole disk, used or free; null when the store has no known size. */
  capacity(): Promise<number | null>;
  /** Throws when the store can't be written (GET /health). */
  check(): Promise<void>;
  /** Reads a note of one line; null when it was never written (S27, S169). */
  note(name: NoteName): Promise<string | null>;
  /** Writes a note durably, in place of the one before. */
  keepNote(name: NoteName, text: string): Promise<void>;
};

export class FileTooLarge extends Error {
  constructor() {
    super('the file is larger than the limit');
    this.name = 'FileTooLarge';
  }
}

export class FileMissing extends Error {
  constructor(storageKey: string) {
    super(`no stored file ${storageKey}`);
    this.name = 'FileMissing';
  }
}

/** Thrown when stored bytes are not what their row says: cut off, changed, or gone. */
export class FileDamaged extends Error {
  constructor(storageKey: string, what: string) {
    super(`stored file ${storageKey}: ${what}`);
    this.name = 'FileDamaged';
  }
}

/**
 * Writes the stream into a new file of mode 0600 and measures it. Throws FileTooLarge; the file
 * written so far stays for the caller to remove.
 */
export async function receiveBytes(
  stream: Readable,
  target: { path: string; maxBytes: number },
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > target.maxBytes) throw new FileTooLarge();
      hash.update(chunk);
      yield chunk;
    }
  };
  const file = createWriteStream(target.path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(stream, measured, file);
  } catch (error) {
    // When the stream fails early, the file may not be made yet. The caller removes the file, so
    // this function waits until it is closed.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/**
 * Thrown when the file store can't take or give bytes now. It is no fault of ours, and recovers
 * without a restart when somebody makes space or plugs in a cable. Disks are judged by their error
 * numbers, S3 by its answers.
 */
export class StoreUnavailable extends Error {
  readonly want: Want;
  constructor(want: Want, cause?: unknown) {
    super(want === 'full' ? 'the file store is full' : 'the file store is away', { cause });
    this.name = 'StoreUnavailable';
    this.want = want;
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/**
 * Codes of a folder that is missing, forbidden, read-only, broken, or on a machine that does not
 * answer, and of too many open files.
 */
const AWAY = new Set(
  'ENOENT ENOTDIR EISDIR EACCES EPERM EROFS EIO ENXIO ENODEV ESTALE EBUSY ETIMEDOUT EHOSTDOWN ENOTCONN EMFILE ENFILE ENOMEM'.split(
    ' ',
  ),
);

/** Why the disk can't be used, by the error of a failed call; null for any other error. */
export function wantOfDisk(error: unknown): Want | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null;
  const code = String(error.code);
  return FULL.has(code) ? 'full' : AWAY.has(code) ? 'away' : null;
}

/** Whether the output of a program reports a full disk. */
export function isFullDisk(said: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(said);
}
