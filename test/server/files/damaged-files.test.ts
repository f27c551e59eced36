// Stored bytes that were cut, changed or lost. No client receives them as if they were right, no
// client waits for the missing rest, and the log names the file.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '#server/files/file-store.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { createBackup } from '#server/operation/create-backup.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import { startS3Service, type S3Service } from '../harness/s3-service.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const MIB = 1024 * 1024;
const LINES = Buffer.from('Uma linha do parecer, com texto que se repete.\n'.repeat(60_000));
const PDF = Buffer.concat([smallPdf(), randomBytes(3 * MIB)]);
const SMALL = Buffer.concat([smallPdf(), randomBytes(200_000)]);

let folder = '';
let service: S3Service;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-damaged-'));
  service = await startS3Service(join(folder, 'objects'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** A whole answer, or `cut` when the connection was closed before the declared length. */
function download(server: TestServer, request: { client: TestClient; url: string }) {
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise<{ status: number; end: 'whole' | 'cut'; bytes: Buffer }>((resolve, reject) => {
    const headers = { ...request.client.headers(), 'accept-encoding': 'br' };
    get({ port, path: request.url, headers }, (response) => {
      const chunks: Buffer[] = [];
      const done = (end: 'whole' | 'cut') => () =>
        resolve({ status: response.statusCode ?? 0, end, bytes: Buffer.concat(chunks) });
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', done('whole'));
      response.on('error', done('cut'));
    }).on('error', reject);
  });
}

describe.each(['disk', 'S3'])('a stored file on %s', (kind) => {
  const lines: string[] = [];
  let store: FileStore;
  let server: TestServer;
  let world: World;
  let ana: TestClient;
  beforeAll(async () => {
    store = await openFileStore({ s3Url: kind === 'S3' ? service.url : null, dataDir: folder });
    server = await startTestServer({ files: store, logTo: lines });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    world = await createWorld(server);
    ana = await world.as(world.pmvi.people.ana);
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  const put = (storageKey: string, bytes: Buffer) =>
    store.put(Readable.from([bytes]), { storageKey, maxBytes: 1e8 }).then(() => undefined);
  const damages = {
    'cut in half': (key: string, bytes: Buffer) => put(key, bytes.subarray(0, bytes.length / 2)),
    'longer than it was': (key: string, bytes: Buffer) => put(key, Buffer.concat([bytes, Buffer.from('x')])),
    'changed by one bit': (key: string, bytes: Buffer) => {
      const other = Buffer.from(bytes);
      other[other.length >> 1] = (other[other.length >> 1] ?? 0) ^ 1;
      return put(key, other);
    },
    gone: (key: string) => store.remove(key),
  };

  /** A document's file with these bytes, and its key in the store. */
  async function fileOf(name: string, content: Buffer): Promise<{ url: string; key: string }> {
    const { pmvi } = world;
    const made = { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const, files: [{ name, content }] };
    const document = await createdDocument(ana, made);
    const id = document.files[0]?.id ?? 0;
    const [row] = await world.query<{ storage_key: string }>('select storage_key from files where id = $1', [id]);
    return { url: `/api/documents/get-file-content/${id}`, key: row?.storage_key ?? '' };
  }
  const errors = (): string[] => lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);

  const contents = { 'small.pdf': SMALL, 'large.pdf': PDF, 'long.txt': LINES };
  const cases = Object.entries(contents).flatMap(([name, content]) =>
    Object.entries(damages).map(([what, damage]) => ({ name, content, what, damage })),
  );
  it.each(cases)(
    'a damaged file is not served: $name, $what',
    { timeout: 30_000 },
    async ({ name, content, damage }) => {
      const { url, key } = await fileOf(name, content);
      expect(await download(server, { client: ana, url })).toMatchObject({ status: 200, end: 'whole' });
      await damage(key, content);
      lines.length = 0;
      for (const address of [url, `${url}?preview=1`]) {
        const { status, end } = await download(server, { client: ana, url: address });
        expect(['200 cut', '500 whole']).toContain(`${status} ${end}`);
      }
      await expect.poll(() => errors().filter((line) => line.includes(key)).length).toBeGreaterThanOrEqual(2);
      await put(key, content);
    },
  );

  it('damage found before the answer begins gives an error in Portuguese, and the restored file is served again', async () => {
    const { url, key } = await fileOf('small.pdf', SMALL);
    await damages['cut in half'](key, SMALL);
    const whole = await ana.get(url);
    expect([whole.statusCode, whole.json().type]).toEqual([500, 'file_damaged']);
    expect(whole.json().message).toContain('danificado');
    await put(key, SMALL);
    expect((await ana.get(url)).rawPayload.equals(SMALL)).toBe(true);
    // HEAD is refused: its answer would declare the length of bytes that were not read.
    expect((await ana.inject({ method: 'HEAD', url })).statusCode).toBe(405);
  });

  it('a file is served whole, whatever part of it is requested', async () => {
    const { url } = await fileOf('large.pdf', PDF);
    const part = await ana.inject({ url, headers: { range: 'bytes=10-20' } });
    expect([part.statusCode, part.rawPayload.equals(PDF)]).toEqual([200, true]);
  });

  it('a photo or logo whose stored bytes were changed is not served', async () => {
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const form = multipart([], [{ name: 'foto.png', content: picture, field: 'image' }]);
    expect((await ana.inject({ method: 'PATCH', url: '/api/profile', ...form })).statusCode).toBe(200);
    const url = `/api/users/${ana.userId}/image`;
    const shown = await ana.get(url);
    expect(shown.statusCode).toBe(200);
    const [row] = await world.query<{ image_key: string }>('select image_key from users where id = $1', [ana.userId]);
    await damages['changed by one bit'](row?.image_key ?? '', shown.rawPayload);
    expect((await ana.get(url)).statusCode).toBe(500);
    await store.remove(row?.image_key ?? '');
    expect((await ana.get(url)).statusCode).toBe(500);
    await put(row?.image_key ?? '', shown.rawPayload);
    expect((await ana.get(url)).rawPayload.equals(shown.rawPayload)).toBe(true);
  });

  it('backup and verify name a damaged file, and the backup holds the others', { timeout: 120_000 }, async () => {
    const { key } = await fileOf('small.pdf', SMALL);
    const parts = { connection: server.connection, files: store, now: 0 };
    const path = join(folder, `${kind}.tar`);
    for (const what of ['cut in half', 'changed by one bit', 'gone'] as const) {
      await damages[what](key, SMALL);
      const backup = await createBackup(path, parts);
      expect(backup.losses.map(({ storageKey }) => storageKey)).toEqual([key]);
      await rm(path);
      expect((await verifyData(parts)).differences.join()).toContain(key);
      await put(key, SMALL);
    }
    const [row] = await world.query<{ image_key: string }>('select image_key from users where id = $1', [ana.userId]);
    const image = await buffer((await store.open(row?.image_key ?? '')).stream);
    await damages['changed by one bit'](row?.image_key ?? '', image);
    expect((await verifyData(parts)).differences.join()).toContain(`conteúdo diferente: ${row?.image_key}`);
    await put(row?.image_key ?? '', image);
    await expect(createBackup(path, parts)).resolves.toMatchObject({ files: expect.any(Number) });
  });
});
