// Files in an S3-compatible service, so that several machines share them (contract page). Bytes land in a file of this
// machine first: they are measured and looked at before anything is kept, and what is stored appears complete or not at all.

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileMissing, STORAGE_KEY, type FileStore, type StoredEntry } from './file-store.ts';
import { receiveBytes } from './receive-bytes.ts';
import type { S3Address } from './s3-address.ts';
import { ageOfStored } from '../system-clock.ts';

const KEY_BYTES = 16;
const PREFIX = 'files/';
const TRIES = 3;

/** Opens the store; the bucket must exist, GET /health says when it doesn't. */
export async function openS3Store(address: S3Address): Promise<FileStore> {
  const client = new S3Client({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: address.pathStyle,
    credentials: { accessKeyId: address.accessKeyId, secretAccessKey: address.secretAccessKey },
    maxAttempts: TRIES,
    // Compatible services don't all know the newer checksums; ours is the SHA-256 in the row.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await removeLeftovers();
  const incoming = await mkdtemp(join(tmpdir(), `malote-incoming-${process.pid}-`));
  const Bucket = address.bucket;
  const objectOf = (storageKey: string): { Bucket: string; Key: string } => {
    if (!STORAGE_KEY.test(storageKey)) throw new FileMissing(storageKey);
    return { Bucket, Key: `${PREFIX}${storageKey}` };
  };
  const entries = (): AsyncIterable<StoredEntry> => entriesOf(client, Bucket);

  return {
    async put(stream, options) {
      const storageKey = options.storageKey ?? randomBytes(KEY_BYTES).toString('hex');
      const object = objectOf(storageKey);
      const path = join(incoming, randomBytes(KEY_BYTES).toString('hex'));
      try {
        const facts = await receiveBytes(stream, { path, maxBytes: options.maxBytes });
        await options.inspect?.({ path, size: facts.size });
        await client.send(new PutObjectCommand({ ...object, Body: createReadStream(path), ContentLength: facts.size }));
        return { storageKey, ...facts };
      } finally {
        await rm(path, { force: true });
      }
    },
    async open(storageKey) {
      try {
        const { Body } = await client.send(new GetObjectCommand(objectOf(storageKey)));
        if (!(Body instanceof Readable)) throw new Error('the file store answered without a body');
        return Body;
      } catch (error) {
        throw error instanceof NoSuchKey ? new FileMissing(storageKey) : error;
      }
    },
    async remove(storageKey) {
      await client.send(new DeleteObjectCommand(objectOf(storageKey)));
    },
    async *list() {
      for await (const { storageKey } of entries()) yield storageKey;
    },
    entries,
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
  };
}

/** What servers that were killed had half received: each names its folder after its process. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^malote-incoming-(\d+)-/.exec(name)?.[1] ?? process.pid);
    // Somebody else's folder stays: it can't be removed.
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

async function* entriesOf(client: S3Client, bucket: string): AsyncGenerator<StoredEntry> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: PREFIX,
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
      }),
    );
    for (const { Key, LastModified } of page.Contents ?? []) {
      const storageKey = Key?.slice(PREFIX.length) ?? '';
      if (!STORAGE_KEY.test(storageKey)) continue;
      yield { storageKey, ageMs: LastModified === undefined ? 0 : ageOfStored(LastModified.getTime()) };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}
