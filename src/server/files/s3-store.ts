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
import type { S3Address } from '../config/s3-address.ts';
import { ageOfStored } from '../config/system-clock.ts';
import { reasonAt, withReason } from '../config/reasons.ts';

const KEY_BYTES = 16;
const TRIES = 3;
const CONNECT_MS = 5000;
const SILENCE_MS = 15_000;
/** Up to this size the client can retry by itself. A stream that has begun can't be sent twice. */
const RETRIED_MAX_BYTES = 4 * 1024 * 1024;

/** Where in the bucket a store keeps its objects, and the form of their keys. */
export type ObjectPlace = {
  readonly prefix: string;
  readonly form: RegExp;
  /** A service that is silent for so long, in milliseconds, is away. Default: `SILENCE_MS`. */
  readonly silenceMs?: number;
};

/** Opens the store. The bucket must exist; GET /health says so when it doesn't. */
export async function openS3Store(
  address: S3Address,
  { prefix, form, silenceMs = SILENCE_MS }: ObjectPlace = { prefix: 'files/', form: STORAGE_KEY },
): Promise<FileStore> {
  const client = new S3Client({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: address.pathStyle,
    credentials: { accessKeyId: address.accessKeyId, secretAccessKey: address.secretAccessKey },
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
    // Not every compatible service knows the newer checksums. Files are checked by the SHA-256 in
    // their row instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await removeLeftovers();
  const incoming = await mkdtemp(join(tmpdir(), `malote-incoming-${process.pid}-`));
  const Bucket = address.bucket;
  const { host } = new URL(address.endpoint);
  const troubleOf = (error: unknown): unknown => troubleAt(host, error);
  const rethrown = (error: unknown): never => {
    throw troubleOf(error);
  };
  const objectOf = (storageKey: string): { Bucket: string; Key: string } => {
    if (!form.test(storageKey)) throw new FileMissing(storageKey);
    return { Bucket, Key: `${prefix}${storageKey}` };
  };
  const entries = (): AsyncIterable<StoredEntry> => entriesOf(client, { bucket: Bucket, prefix, form, rethrown });
  const noteObject = (name: NoteName) => ({ Bucket, Key: `${prefix}${name}` });
  /**
   * A bucket may be readable and not writable. After an upload failed, the health check writes to
   * the bucket until an upload succeeds again.
   */
  let lastPutFailed = false;

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
        const Body = facts.size > RETRIED_MAX_BYTES ? createReadStream(path) : await readFile(path);
        await client
          .send(new PutObjectCommand({ ...object, Body, ContentLength: facts.size }))
          .catch((error: unknown) => {
            lastPutFailed = true;
            throw troubleOf(error);
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
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(objectOf(storageKey)));
        if (!(Body instanceof Readable) || ContentLength === undefined)
          throw new Error('the file store answered without a body');
        return { stream: Body, size: ContentLength };
      } catch (error) {
        throw error instanceof NoSuchKey ? new FileMissing(storageKey) : troubleOf(error);
      }
    },
    async remove(storageKey) {
      await client.send(new DeleteObjectCommand(objectOf(storageKey))).catch(rethrown);
    },
    async *list() {
      for await (const { storageKey } of entries()) yield storageKey;
    },
    entries,
    capacity: () => Promise.resolve(null),
    async check() {
      await client.send(new HeadBucketCommand({ Bucket })).catch(rethrown);
      if (!lastPutFailed) return;
      await client.send(new PutObjectCommand({ Bucket, Key: `${prefix}check`, Body: '' })).catch(rethrown);
      lastPutFailed = false;
    },
    async note(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(noteObject(name)));
        return Body instanceof Readable ? (await text(Body)).trim() || null : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw troubleOf(error);
      }
    },
    async keepNote(name, text) {
      await client.send(new PutObjectCommand({ ...noteObject(name), Body: `${text}\n` })).catch(rethrown);
    },
  };
}

const FULL_CODES = /quota|StorageFull|InsufficientStorage|TooManyBuckets/i;

/**
 * Every error of the service, or on the way to it, is reported as an unavailable store: SlowDown,
 * 403 for withdrawn keys and 404 for a missing bucket are all corrected at the service, and then
 * everything goes on.
 */
function troubleAt(host: string, error: unknown): unknown {
  if (error instanceof FileMissing) return error;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const full = error instanceof S3ServiceException && (status === 507 || FULL_CODES.test(error.name));
  const code = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
  const reason = reasonAt('files', { host, code, ...(status === undefined ? {} : { status }) });
  return withReason(new StoreUnavailable(full ? 'full' : 'away', error), reason);
}

/**
 * Removes what servers that were killed had half received. The name of each folder contains the id
 * of its process.
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
  at: ObjectPlace & { bucket: string; rethrown: (error: unknown) => never },
): AsyncGenerator<StoredEntry> {
  let ContinuationToken: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await client
      .send(
        new ListObjectsV2Command({
          Bucket: at.bucket,
          Prefix: at.prefix,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        }),
      )
      .catch(at.rethrown);
    for (const { Key, LastModified } of page.Contents ?? []) {
      const storageKey = Key?.slice(at.prefix.length) ?? '';
      if (!at.form.test(storageKey)) continue;
      yield { storageKey, ageMs: LastModified === undefined ? 0 : ageOfStored(LastModified.getTime()) };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}
