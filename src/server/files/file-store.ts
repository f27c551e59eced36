// Where bytes live: behind one type, so that disk and S3 are the same to everyone else. A row may point at a key only after
// `put` has answered: then the bytes are complete and durable (default 16).

import type { Readable } from 'node:stream';

export type StoredFile = { readonly storageKey: string; readonly size: number; readonly sha256: string };

export type StoredEntry = { readonly storageKey: string; readonly ageMs: number };

/** Bytes as they are stored now; whether they are what was stored once is judged by read-stored.ts. */
export type OpenedFile = { readonly stream: Readable; readonly size: number };

/** What a storage key looks like: 16 random bytes. */
export const STORAGE_KEY = /^[0-9a-f]{32}$/;

/** The name under which a store keeps its own name; no storage key. */
export const STORE_NAME = 'store-name';

export type PutOptions = {
  /** Bytes after which the upload is refused with FileTooLarge. */
  readonly maxBytes: number;
  /** The key to store under: only a restored backup names it. Default: a new random one. */
  readonly storageKey?: string;
  /** Looks at the complete file before it is kept; what it throws ends the upload and leaves nothing behind. */
  readonly inspect?: (file: { readonly path: string; readonly size: number }) => Promise<void>;
};

/** Each call throws StoreUnavailable where the place itself can't be used, now or for want of room. */
export type FileStore = {
  /** Stores the stream under a new random key, or nothing at all. */
  put(stream: Readable, options: PutOptions): Promise<StoredFile>;
  /** Throws FileMissing when there is no such key. */
  open(storageKey: string): Promise<OpenedFile>;
  remove(storageKey: string): Promise<void>;
  /** Every stored key, in no order. */
  list(): AsyncIterable<string>;
  /** Every stored key with its age by the store's own clock, in no order. */
  entries(): AsyncIterable<StoredEntry>;
  /** Throws when the store can't be written (GET /health). */
  check(): Promise<void>;
  /** The name the store was given, which goes with its files wherever they are moved; null before that (S27). */
  name(): Promise<string | null>;
  giveName(name: string): Promise<void>;
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

/** A row says other than what is stored: cut, changed, or gone. */
export class FileDamaged extends Error {
  constructor(storageKey: string, what: string) {
    super(`stored file ${storageKey}: ${what}`);
    this.name = 'FileDamaged';
  }
}
