// The file store over S3, against a compatible service on loopback, and the store on disk, under
// the same tests.

import { createHash, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileMissing, FileTooLarge, type FileStore } from '#server/files/file-store.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { readS3Address } from '#server/config/s3-address.ts';
import { createBackup } from '#server/operation/create-backup.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { startS3Service, type S3Service } from '../harness/s3-service.ts';
import { createWorld } from '../harness/world.ts';

let folder = '';
let service: S3Service;
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-s3-'));
  service = await startS3Service(join(folder, 'objects'));
  stores['S3'] = await openFileStore({ s3Url: service.url, dataDir: folder });
  stores['disk'] = await openFileStore({ s3Url: null, dataDir: folder });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe.each(['S3', 'disk'])('files on %s', (name) => {
  const store = (): FileStore => stores[name] as FileStore;
  const put = (content: Buffer, more: object = {}) =>
    store().put(Readable.from([content.subarray(0, 7), content.subarray(7)]), { maxBytes: 1e7, ...more });

  it('stored files come back byte for byte, measured and hashed', async () => {
    const content = randomBytes(3_000_000);
    const stored = await put(content);
    expect(stored).toEqual({
      storageKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect((await bytesOf((await store().open(stored.storageKey)).stream)).equals(content)).toBe(true);
  });

  it('a file is stored whole or not at all', async () => {
    const before = (await collect(store().list())).length;
    await expect(put(randomBytes(100), { maxBytes: 99 })).rejects.toBeInstanceOf(FileTooLarge);
    const inspect = () => Promise.reject(new Error('disguised'));
    await expect(put(randomBytes(100), { inspect })).rejects.toThrow('disguised');
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(10);
        throw new Error('cut off');
      })(),
    );
    await expect(store().put(broken, { maxBytes: 1e6 })).rejects.toThrow('cut off');
    expect(await collect(store().list())).toHaveLength(before);
  });

  it('stored files are listed with their age, removed, and missing afterwards', async () => {
    const { storageKey } = await put(Buffer.from('conteúdo'));
    const entry = (await collect(store().entries())).find((one) => one.storageKey === storageKey);
    expect(entry?.ageMs).toBeLessThan(60_000);
    expect(entry?.ageMs).toBeGreaterThan(-60_000);
    await store().remove(storageKey);
    await store().remove(storageKey);
    expect(await collect(store().list())).not.toContain(storageKey);
    await expect(store().open(storageKey)).rejects.toBeInstanceOf(FileMissing);
    await expect(store().open('../../etc/passwd')).rejects.toBeInstanceOf(FileMissing);
  });

  it('a restored file is stored under its given key', async () => {
    const storageKey = randomBytes(16).toString('hex');
    expect((await put(Buffer.from('restaurado'), { storageKey })).storageKey).toBe(storageKey);
    expect((await bytesOf((await store().open(storageKey)).stream)).toString()).toBe('restaurado');
    await expect(put(Buffer.from('x'), { storageKey: '../x' })).rejects.toBeInstanceOf(FileMissing);
  });

  it('the store reports whether it is available', async () => {
    await expect(store().check()).resolves.toBeUndefined();
  });
});

describe('S3', () => {
  it('S3 uploads that killed servers left unfinished are removed, and no others', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    const [left, held] = await Promise.all(
      [gone.pid, process.ppid].map((pid) => mkdtemp(join(tmpdir(), `malote-incoming-${pid}-`))),
    );
    await writeFile(join(left ?? '', 'half'), 'metade');
    await openFileStore({ s3Url: service.url, dataDir: folder });
    expect([existsSync(left ?? ''), existsSync(held ?? '')]).toEqual([false, true]);
    await rm(held ?? '', { recursive: true });
  });

  // The service of the other tests can't answer a second page: its tokens need a cipher that
  // Node.js no longer has.
  it('an S3 listing requests every page by the token of the one before', async () => {
    const keys = Array.from({ length: 2005 }, (_, index) => index.toString(16).padStart(32, '0'));
    const asked: (string | null)[] = [];
    const pages = createServer((request, response) => {
      const token = new URL(request.url ?? '', 'http://s3').searchParams.get('continuation-token');
      asked.push(token);
      const end = Number(token ?? 0) + 1000;
      const next = end < keys.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : '';
      const contents = keys.slice(end - 1000, end).map((key) => `<Contents><Key>files/${key}</Key></Contents>`);
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
    });
    pages.listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const { port } = pages.address() as AddressInfo;
    const store = await openFileStore({ s3Url: `http://k:s@127.0.0.1:${port}/b?path-style=1`, dataDir: folder });
    expect(await collect(store.list())).toEqual(keys);
    expect(asked).toEqual([null, '1000', '2000']);
    pages.close();
  });

  it('the health check reports an S3 service that is unavailable', async () => {
    const away = await openFileStore({ s3Url: service.url.replace('/malote', '/nowhere'), dataDir: folder });
    await expect(away.check()).rejects.toBeInstanceOf(Error);
  });

  it('documents with files on S3 are served, backed up and verified', async () => {
    const server: TestServer = await startTestServer({ files: stores['S3'] as FileStore });
    const world = await createWorld(server);
    try {
      const ana = await world.as(world.pmvi.people.ana);
      const document = await createdDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' });
      const answer = await ana.get(`/api/documents/get-file-content/${document.files[0]?.id}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect((await server.app.inject('/health')).json()).toMatchObject({ status: 'ok' });
      const parts = { connection: server.connection, files: stores['S3'] as FileStore, now: Date.now() };
      expect((await createBackup(join(folder, 's3.tar'), parts)).files).toBe(1);
      expect((await verifyData(parts)).differences).toEqual([]);
    } finally {
      await world.close();
      await server.close();
    }
  });
});

describe('a service that answers', () => {
  const answers: { status: number; code: string }[] = [];
  const sick = createServer((request, response) => {
    request.resume();
    const { status, code } = answers.at(-1) ?? { status: 200, code: '' };
    response.writeHead(status, { 'Content-Type': 'application/xml' });
    // A service may also report an error under status 200, in the body; an empty body reports none.
    if (status === 200) response.end();
    else response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  });
  let store: FileStore;
  beforeAll(async () => {
    sick.listen(0, '127.0.0.1');
    await once(sick, 'listening');
    const { port } = sick.address() as AddressInfo;
    store = await openFileStore({ s3Url: `http://k:s@127.0.0.1:${port}/b?path-style=1`, dataDir: folder });
  });
  afterAll(() => sick.close());

  it.each([
    [507, 'InsufficientStorage', 'full'],
    [403, 'QuotaExceeded', 'full'],
    [507, 'XMinioStorageFull', 'full'],
    [503, 'SlowDown', 'away'],
    [403, 'AccessDenied', 'away'],
    [404, 'NoSuchBucket', 'away'],
    [500, 'InternalError', 'away'],
  ])(
    'an S3 answer %i %s is reported as %s, also by the health check, until the service recovers',
    async (status, code, want) => {
      answers.push({ status, code });
      const put = () => store.put(Readable.from([Buffer.from('x')]), { maxBytes: 9 });
      await expect(put()).rejects.toMatchObject({ name: 'StoreUnavailable', want });
      await expect(store.open('0'.repeat(32))).rejects.toMatchObject({ name: 'StoreUnavailable' });
      await expect(store.check()).rejects.toMatchObject({ name: 'StoreUnavailable' });
      answers.push({ status: 200, code: '' });
      await expect(store.check()).resolves.toBeUndefined();
      await expect(put()).resolves.toMatchObject({ size: 1 });
    },
  );
});

describe('S3_URL', () => {
  it('S3_URL gives service, bucket, region and keys', () => {
    expect(readS3Address('s3://ch%2Fave:se%40gredo@s3.exemplo.br:9000/malote?region=sa-east-1&path-style=1')).toEqual({
      endpoint: 'https://s3.exemplo.br:9000',
      bucket: 'malote',
      region: 'sa-east-1',
      pathStyle: true,
      accessKeyId: 'ch/ave',
      secretAccessKey: 'se@gredo',
    });
    expect(readS3Address('http://k:s@127.0.0.1:9000/b')).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
      pathStyle: false,
    });
  });

  it.each(['s3://servidor/bucket', 's3://k:s@servidor', 's3://k:s@servidor/a/b', 's3://k@servidor/a'])(
    'that misses a part is refused: %s',
    (address) => {
      expect(() => readS3Address(address)).toThrow('S3_URL precisa ter a forma');
    },
  );
});
