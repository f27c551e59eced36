// Keeps files in an S3-compatible service, so that several machines share them. Bytes first land in
// a file of this machine, where they are measured and checked before anything is kept. A stored
// object therefore appears complete or not at all.

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  FileMissing,
  type FileStore,
  type NoteName,
  receiveBytes,
  STORAGE_KEY,
  type StoredEntry,
  StoreUnavailable,
  wantOfDisk,
} from './file-store.ts';
import { paced } from './paced-stream.ts';
import { type Call, putInParts } from './s3-parts.ts';
import type { S3Address } from '../config/s3-address.ts';
import { ageOfStored } from '../config/system-clock.ts';
import { reasonAt, withReason } from '../config/reasons.ts';
import { within } from '../reporting/timers.ts';

const KEY_BYTES = 16;
const TRIES = 3;
const CONNECT_MS = 5000;
const SILENCE_MS = 15_000;
/** Connections for calls that end soon. */
const CALLS_MAX = 50;
/**
 * Connections for files that are being read. A client that reads slowly holds one, so there are
 * about as many as clients may be connected under an ordinary limit of open files.
 */
const READERS_MAX = 500;
/**
 * A file up to this size is sent from memory, so that the S3 client can retry by itself. A stream
 * that has begun can't be sent twice.
 */
const RETRIED_MAX_BYTES = 4 * 1024 * 1024;

/** In bytes a millisecond. A service that is slower counts as away. */
const SLOWEST = 64;
/** Files above this go in parts of this size. */
const PART_BYTES = 64 * 1024 * 1024;

/** Where in the bucket a store keeps its objects, and the form of their keys. */
export type ObjectPlace = {
  readonly prefix: string;
  readonly form: RegExp;
  /** A service that is silent for so long, in milliseconds, is away. Default: `SILENCE_MS`. */
  readonly silenceMs?: number;
  /** The size of a part. Default: `PART_BYTES`. */
  readonly partBytes?: number;
};

/** Opens the store. The bucket must exist; GET /health says so when it doesn't. */
export async function openS3Store(
  address: S3Address,
  { prefix, form, silenceMs = SILENCE_MS, partBytes = PART_BYTES }: ObjectPlace = {
    prefix: 'files/',
    form: STORAGE_KEY,
  },
): Promise<FileStore> {
  const clientOf = ({ socketTimeout, maxSockets }: { socketTimeout: number; maxSockets: number }): S3Client =>
    new S3Client({
      endpoint: address.endpoint,
      region: address.region,
      forcePathStyle: address.pathStyle,
      credentials: { accessKeyId: address.accessKeyId, secretAccessKey: address.secretAccessKey },
      maxAttempts: TRIES,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
      // Not every compatible service knows the newer checksums. Files are checked by the SHA-256 in
      // their row instead.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  const client = clientOf({ socketTimeout: silenceMs, maxSockets: CALLS_MAX });
  // The client for reading has no timeout of a silent connection, because a connection is silent
  // too while the reader of its file pauses. `paced` bounds the waiting instead.
  const reader = clientOf({ socketTimeout: 0, maxSockets: READERS_MAX });
  await removeLeftovers();
  const incoming = await mkdtemp(join(tmpdir(), `malote-incoming-${process.pid}-`));
  const Bucket = address.bucket;
  const { host } = new URL(address.endpoint);
  const troubleOf = (error: unknown): Error => troubleAt(host, error);
  const objectOf = (storageKey: string): { Bucket: string; Key: string } => {
    if (!form.test(storageKey)) throw new FileMissing(storageKey);
    return { Bucket, Key: `${prefix}${storageKey}` };
  };
  const patienceFor = (bytes: number): number => 2 * silenceMs + bytes / SLOWEST;
  const late = (): Error => Object.assign(new Error('the file service is too slow'), { name: 'TimeoutError' });
  /** Makes a call that sends `bytes` bytes, and aborts it when the service is away or too slow. */
  const call: Call = async (send, bytes = 0) => {
    const ending = new AbortController();
    try {
      return await within(patienceFor(bytes), { work: () => send({ abortSignal: ending.signal }), late });
    } catch (error) {
      ending.abort();
      throw error instanceof NoSuchKey ? error : troubleOf(error);
    }
  };
  const bytesOf = (body: Readable): Readable => paced(body, { patienceFor, late, failed: troubleOf });
  const entries = (): AsyncIterable<StoredEntry> => entriesOf(client, { bucket: Bucket, prefix, form, call });
  const noteObject = (name: NoteName) => ({ Bucket, Key: `${prefix}${name}` });
  /**
   * A bucket may be readable and not writable. After an upload failed, the health check writes to
   * the bucket until an upload succeeds again.
   */
  let lastPutFailed = false;
  const putObject = (object: Omit<PutObjectCommandInput, 'Body'>, Body: Buffer | Readable | string, bytes = 0) =>
    call((options) => client.send(new PutObjectCommand({ ...object, Body }), options), bytes);
  const putWhole = async (object: { Bucket: string; Key: string }, { path, size }: { path: string; size: number }) => {
    if (size > partBytes) return putInParts({ client, call, object }, { path, size, partBytes });
    const body = size > RETRIED_MAX_BYTES ? createReadStream(path) : await readFile(path);
    try {
      await putObject({ ...object, ContentLength: size }, body, size);
    } finally {
      if (body instanceof Readable) body.destroy();
    }
  };

  return {
    async put(stream, options) {
      const storageKey = options.storageKey ?? randomBytes(KEY_BYTES).toString('hex');
      const object = objectOf(storageKey);
      const path = join(incoming, randomBytes(KEY_BYTES).toString('hex'));
      try {
        // Made again if needed, because many machines clean their folder of temporary files.
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        const facts = await receiveBytes(stream, { path, maxBytes: options.maxBytes });
        await options.inspect?.({ path, size: facts.size });
        await putWhole(object, { path, size: facts.size }).catch((error: unknown) => {
          lastPutFailed = true;
          throw error;
        });
        lastPutFailed = false;
        return { storageKey, ...facts };
      } catch (error) {
        const want = wantOfDisk(error);
        throw want === null ? error : new StoreUnavailable(want, error);
      } finally {
        await rm(path, { force: true });
      }
    },
    async open(storageKey) {
      const object = objectOf(storageKey);
      try {
        const { Body, ContentLength } = await call((options) => reader.send(new GetObjectCommand(object), options));
        if (!(Body instanceof Readable) || ContentLength === undefined)
          throw troubleOf(new Error('the file store answered without a body'));
        return { stream: bytesOf(Body), size: ContentLength };
      } catch (error) {
        throw error instanceof NoSuchKey ? new FileMissing(storageKey) : error;
      }
    },
    async remove(storageKey) {
      const object = objectOf(storageKey);
      await call((options) => client.send(new DeleteObjectCommand(object), options)).catch((error: unknown) => {
        if (!(error instanceof NoSuchKey)) throw error;
      });
    },
    async *list() {
      for await (const { storageKey } of entries()) yield storageKey;
    },
    entries,
    capacity: () => Promise.resolve(null),
    async check() {
      await call((options) => client.send(new HeadBucketCommand({ Bucket }), options));
      if (!lastPutFailed) return;
      await putObject({ Bucket, Key: `${prefix}check` }, '');
      lastPutFailed = false;
    },
    async note(name) {
      try {
        const { Body } = await call((options) => client.send(new GetObjectCommand(noteObject(name)), options));
        return Body instanceof Readable ? (await text(bytesOf(Body))).trim() || null : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async keepNote(name, text) {
      await putObject(noteObject(name), `${text}\n`);
    },
  };
}

const FULL_CODES = /quota|StorageFull|InsufficientStorage|TooManyBuckets/i;

/**
 * Every error of the service, or on the way to it, is reported as an unavailable store: SlowDown,
 * 403 for withdrawn keys and 404 for a missing bucket are all corrected at the service, and then
 * everything goes on.
 */
function troubleAt(host: string, error: unknown): Error {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const full = error instanceof S3ServiceException && (status === 507 || FULL_CODES.test(error.name));
  const code = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
  const reason = reasonAt('files', { host, code, ...(status === undefined ? {} : { status }) });
  return withReason(new StoreUnavailable(full ? 'full' : 'away', error), reason);
}

/**
 * Removes files that servers had half received when they were killed. The name of each folder
 * contains the id of the server's process.
 */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^malote-incoming-(\d+)-/.exec(name)?.[1] ?? process.pid);
    // A folder of another user can't be removed, and stays.
    if (pid !== process.pid && !isAlive(pid))
      await rm(join(tmpdir(), name), { recursive: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function* entriesOf(
  client: S3Client,
  at: ObjectPlace & { bucket: string; call: Call },
): AsyncGenerator<StoredEntry> {
  let ContinuationToken: string | undefined;
  do {
    const asked = {
      Bucket: at.bucket,
      Prefix: at.prefix,
      ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
    };
    const page: ListObjectsV2CommandOutput = await at.call((options) =>
      client.send(new ListObjectsV2Command(asked), options),
    );
    for (const { Key, LastModified } of page.Contents ?? []) {
      const storageKey = Key?.slice(at.prefix.length) ?? '';
      if (!at.form.test(storageKey)) continue;
      yield { storageKey, ageMs: LastModified === undefined ? 0 : ageOfStored(LastModified.getTime()) };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}
