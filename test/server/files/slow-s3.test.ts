// An S3 service that answers, but so slowly that no caller could wait for it: calls end by a bound
// and say so, all other calls are served meanwhile, and nothing is lost. Archives go there in
// parts.

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { readS3Address } from '#server/config/s3-address.ts';
import { type FileStore, STORAGE_KEY } from '#server/files/file-store.ts';
import { openS3Store } from '#server/files/s3-store.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { startS3Service, type S3Service } from '../harness/s3-service.ts';
import { createWorld, type World } from '../harness/world.ts';

const KIB = 1024;
const SILENCE_MS = 1000;
/** A byte so often never leaves the service silent for long. */
const DRIP_MS = 100;
/** Twice the silence, and what a busy machine adds. */
const BOUND_MS = 8000;

let folder = '';
let service: S3Service;
let way: Server;
let files: FileStore;
/** How what the service answers goes on: at once, or a byte at a time after so many bytes. */
let dripAfter = Infinity;
let requests: string[] = [];
const sockets = new Set<Socket>();

/** Hands on what comes from the service as the test wants it. */
function carry(from: Socket): void {
  const { port } = new URL(service.url);
  const to = connect(Number(port), '127.0.0.1');
  let passed = 0;
  const waiting: number[] = [];
  const dripping = setInterval(() => {
    const byte = waiting.shift();
    if (byte !== undefined && !from.destroyed) from.write(Buffer.from([byte]));
  }, DRIP_MS);
  from.on('data', (bytes: Buffer) => {
    const line = /^(?:GET|PUT|POST|DELETE|HEAD) \S+/.exec(bytes.toString('latin1'));
    if (line !== null) {
      requests.push(line[0]);
      passed = 0;
    }
    to.write(bytes);
  });
  to.on('data', (bytes: Buffer) => {
    const atOnce = waiting.length > 0 ? 0 : Math.max(0, Math.min(bytes.length, dripAfter - passed));
    passed += bytes.length;
    if (atOnce > 0) from.write(bytes.subarray(0, atOnce));
    waiting.push(...bytes.subarray(atOnce));
  });
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const) {
    sockets.add(one);
    one.on('error', () => undefined);
    one.on('close', () => {
      clearInterval(dripping);
      sockets.delete(one);
      other.destroy();
    });
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-slow-'));
  service = await startS3Service(join(folder, 'objects'));
  way = createServer(carry).listen(0, '127.0.0.1');
  await once(way, 'listening');
  const { port } = way.address() as AddressInfo;
  const url = service.url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`);
  files = await openS3Store(readS3Address(url), {
    prefix: 'files/',
    form: STORAGE_KEY,
    silenceMs: SILENCE_MS,
    partBytes: 100 * KIB,
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  way.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  dripAfter = Infinity;
  requests = [];
});

const put = (content: Buffer) => files.put(Readable.from([content]), { maxBytes: 1e7 });
async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
async function timed<Result>(work: Promise<Result>): Promise<Result> {
  const begun = performance.now();
  try {
    return await work;
  } finally {
    expect(performance.now() - begun).toBeLessThan(BOUND_MS);
  }
}

describe('a service that answers a byte at a time', () => {
  const AWAY = {
    name: 'StoreUnavailable',
    want: 'away',
    reason: { code: 'TimeoutError', means: expect.stringContaining('lento') },
  };

  it('ends each call by a bound, with the reason', async () => {
    const { storageKey } = await put(randomBytes(10 * KIB));
    dripAfter = 0;
    const calls = [
      put(randomBytes(KIB)),
      files.open(storageKey),
      files.remove(storageKey),
      files.note('store-name'),
      files.keepNote('store-name', 'x'),
      files.check(),
      files.list()[Symbol.asyncIterator]().next(),
    ];
    for (const call of await timed(Promise.allSettled(calls)))
      expect(call).toMatchObject({ status: 'rejected', reason: AWAY });
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('ends a file whose bytes do not come, and not one whose reader pauses', async () => {
    const content = randomBytes(3000 * KIB);
    const { storageKey } = await put(content);
    const reading = (await files.open(storageKey)).stream[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
    const first = (await reading.next()).value as Buffer;
    const paused = performance.now();
    // Longer than the service itself may be silent.
    await expect.poll(() => performance.now() - paused, { interval: 50 }).toBeGreaterThan(3 * SILENCE_MS);
    const rest: Buffer[] = [];
    for await (const chunk of reading) rest.push(chunk);
    expect(Buffer.concat([first, ...rest]).equals(content)).toBe(true);
    dripAfter = 20 * KIB;
    const { stream } = await files.open(storageKey);
    await expect(timed(bytesOf(stream))).rejects.toMatchObject(AWAY);
    const unread = await files.open(storageKey);
    unread.stream.destroy();
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe('readers that pause', () => {
  it('are many at a time, and keep no other reader from its file', { timeout: 60_000 }, async () => {
    const content = randomBytes(3000 * KIB);
    const { storageKey } = await put(content);
    const paused: Readable[] = [];
    while (paused.length < 60) {
      const { stream } = await files.open(storageKey);
      await stream[Symbol.asyncIterator]().next();
      paused.push(stream);
    }
    expect((await timed(files.open(storageKey).then(({ stream }) => bytesOf(stream)))).equals(content)).toBe(true);
    for (const stream of paused) stream.destroy();
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe('a server over such a service', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await startTestServer({ files });
    world = await createWorld(server);
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  it('tells who uploads or downloads, serves the others, and has lost nothing when it is quick again', async () => {
    const ana = await world.as(world.pmvi.people.ana);
    const bia = await world.as(world.pmvi.people.bia);
    const to = { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' as const };
    const kept = await createdDocument(ana, to);
    const file = `/api/documents/get-file-content/${kept.files[0]?.id}`;
    const key = { 'idempotency-key': '0190c6f2-0000-4000-8000-00000000aaaa' };
    const send = () => postDocument(ana, { ...to, headers: key });
    dripAfter = 0;
    let isOver = false;
    const slow = Promise.all([send(), ana.get(file)]).finally(() => (isOver = true));
    let served = 0;
    while (!isOver) {
      expect((await bia.get(PATHS.documents)).statusCode).toBe(200);
      served += 1;
    }
    for (const answer of await timed(slow))
      expect([answer.statusCode, answer.json().type]).toEqual([503, 'storage_away']);
    expect(served).toBeGreaterThan(5);
    dripAfter = Infinity;
    const [first, again] = [await send(), await send()];
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json().document.id).toBe(first.json().document.id);
    expect((await ana.get(file)).statusCode).toBe(200);
    expect((await verifyData({ connection: server.connection, files })).differences).toEqual([]);
  });
});

describe('a large archive', () => {
  const content = randomBytes(350 * KIB);

  it('is stored in parts, whole and in their order', async () => {
    const stored = await put(content);
    expect(stored).toMatchObject({ size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
    expect((await bytesOf((await files.open(stored.storageKey)).stream)).equals(content)).toBe(true);
    expect(requests.filter((line) => line.includes('partNumber='))).toHaveLength(4);
  });

  it('leaves no part where one was not taken', async () => {
    const asked: string[] = [];
    const refusing = createHttpServer((request, response) => {
      asked.push(`${request.method} ${new URL(request.url ?? '', 'http://s3').searchParams}`);
      request.resume().on('end', () => {
        const { method = '', url = '' } = request;
        const isBegun = method === 'POST' && url.includes('uploads');
        response.writeHead(isBegun || method === 'DELETE' ? 200 : 500, { 'Content-Type': 'application/xml' });
        response.end(
          isBegun ? '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>' : '',
        );
      });
    }).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    const place = { prefix: 'files/', form: STORAGE_KEY, partBytes: 100 * KIB };
    const store = await openS3Store(readS3Address(`http://k:s@127.0.0.1:${port}/b?path-style=1`), place);
    await expect(store.put(Readable.from([content]), { maxBytes: 1e7 })).rejects.toMatchObject({ want: 'away' });
    expect(asked.at(-1)).toMatch(/^DELETE .*uploadId=u1/);
    refusing.close();
  });
});
