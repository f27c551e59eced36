// The type of a place where bytes live, so that disk and S3 look the same to the rest of the
// server. A row may point at a key only after `put` has answered: then the bytes are complete and
// durable (default 16).

import type { Readable } from 'node:stream';

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

/** Where a server notes how far the numbers of the database are (S169). */
export const HIGH_WATER = 'high-water';

/** What a store keeps beside the files, and what goes with them wherever they are moved. */
export type NoteName = typeof STORE_NAME | typeof HIGH_WATER;

export type PutOptions = {
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
  /** Bytes of the whole volume, for all of its users; null when the store has no such bound. */
  capacity(): Promise<number | null>;
  /** Throws when the store can't be written (GET /health). */
  check(): Promise<void>;
  /** One line that was noted beside the files; null before that (S27, S169). */
  note(name: NoteName): Promise<string | null>;
  /** Notes it durably in place of what was noted before. */
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
