// Files that are sent ahead of their command, in parts (S101), over disk and over S3: what comes of whole ones, of cut, repeated,
// foreign and hostile ones, and what is left of them afterwards.

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { PART_MAX_BYTES, PART_MIN_BYTES } from '#contract/uploads.ts';
import { FILE_MAX_BYTES } from '#domain/files.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { PERSON_MAX_BYTES, PERSON_MAX_FILES } from '#server/files/staged-uploads.ts';
import { STAGED_KEPT_MS, sweepStaged } from '#server/jobs/sweep-staged.ts';
import { collectStrayFiles } from '#server/jobs/collect-stray-files.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument, type NewDocument } from '../harness/new-document.ts';
import { chunkOf, headOf, open, reading } from '../harness/raw-http.ts';
import { startSecondServer, type SecondServer } from '../harness/second-server.ts';
import { addPart, begin, newName, sha256Of, stage, stagedFields, type StagedName } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const KIB = 1024;
/** A PDF of about this size that is unlike all others. */
const pdfOf = (bytes: number): Buffer => Buffer.concat([smallPdf(randomUUID()), randomBytes(bytes)]);

describe.each(['disk', 'S3'])('files sent ahead, kept on %s', (kind) => {
  let folder = '';
  let service: S3rver | null = null;
  let server: TestServer;
  let second: SecondServer;
  let world: World;
  let ana: TestClient;
  let bia: TestClient;
  let client: pg.Client;
  let nowMs = Date.now();
  const lines: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'malote-staged-'));
    let s3Url: string | null = null;
    if (kind === 'S3') {
      service = new S3rver({
        address: '127.0.0.1',
        port: 0,
        silent: true,
        directory: join(folder, 'objects'),
        configureBuckets: [{ name: 'malote', configs: [] }],
      });
      const { port } = (await service.run()) as unknown as AddressInfo;
      s3Url = `http://S3RVER:S3RVER@127.0.0.1:${port}/malote?path-style=1`;
    }
    server = await startTestServer({
      files: await openFileStore({ s3Url, dataDir: folder }),
      clock: () => nowMs,
      logTo: lines,
    });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    world = await createWorld(server);
    second = await startSecondServer(server);
    ana = await world.as(world.pmvi.people.ana);
    bia = await world.as(world.pmvi.people.bia);
    client = new pg.Client(server.connection);
    await client.connect();
    await client.query(`set app.maintenance = 'on'`);
  });
  afterAll(async () => {
    await client.end();
    await second.close();
    await world.close();
    await server.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const uploadsOf = async ({ key }: { key: string }): Promise<number> =>
    (await client.query('select 1 from staged_uploads where key = $1', [key])).rowCount ?? 0;
  const partKeysOf = async ({ key }: { key: string }): Promise<string[]> =>
    (await client.query('select storage_key from staged_parts where key = $1 order by start', [key])).rows.map(
      (row: { storage_key: string }) => row.storage_key,
    );
  const storedKeys = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of server.services.files.list()) keys.push(key);
    return keys;
  };
  type Given = { key: string; files: Parameters<typeof stagedFields>[0]; attempt?: number };
  const made = ({ key, files, attempt = 1 }: Given): NewDocument => ({
    town: world.pmvi,
    to: world.pmvi.people.bia,
    sector: 'SEMED',
    files: [],
    fields: stagedFields(files),
    headers: { 'idempotency-key': key, 'x-attempt': String(attempt) },
  });
  const create = (given: Given, as = ana) => postDocument(as, made(given));
  const fileOf = async ({ id }: { id: number }): Promise<Buffer> =>
    (await ana.get(`/api/documents/get-file-content/${id}`)).rawPayload;

  it('a file in parts becomes the file of its document, byte for byte, and nothing of the parts is left', async () => {
    const bytes = pdfOf(300 * KIB);
    const name = newName();
    await stage(ana, { name, bytes });
    const parts = await partKeysOf(name);
    expect(parts).toHaveLength(5);

    const answer = await create({ key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] });
    expect(answer.statusCode).toBe(201);
    const { document } = answer.json<{ document: DocumentFull }>();
    expect(document.files).toMatchObject([{ name: 'plano.pdf', size: bytes.length, sha256: sha256Of(bytes) }]);
    expect((await fileOf(document.files[0] ?? { id: 0 })).equals(bytes)).toBe(true);
    await expect.poll(() => uploadsOf(name)).toBe(0);
    await expect.poll(async () => (await storedKeys()).filter((key) => parts.includes(key))).toEqual([]);
  });

  it('several files keep their order, and any server takes any part', async () => {
    const key = randomUUID();
    const files = ['b.pdf', 'a.pdf'].map((name) => ({ name, file: randomUUID(), bytes: pdfOf(40 * KIB) }));
    const through = (app: SecondServer['app']): TestClient => ({
      ...ana,
      inject: (options) => app.inject({ ...options, headers: { ...ana.headers(), ...options.headers } }),
    });
    for (const { file, bytes } of files) {
      const name = { key, file };
      await begin(ana, { name, bytes });
      const cut = 20 * KIB;
      const elsewhere = through(second.app);
      expect((await addPart(elsewhere, { name, offset: 0, part: bytes.subarray(0, cut) })).statusCode).toBe(200);
      expect((await addPart(ana, { name, offset: cut, part: bytes.subarray(cut) })).statusCode).toBe(200);
    }
    const answer = await create({ key, files }, through(second.app));
    const { document } = answer.json<{ document: DocumentFull }>();
    expect(document.files.map((file) => file.name)).toEqual(['b.pdf', 'a.pdf']);
    for (const [at, file] of document.files.entries())
      expect((await fileOf(file)).equals(files[at]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('a command has one fingerprint for both ways, and a replay finds its receipt before its uploads', async () => {
    const bytes = pdfOf(40 * KIB);
    const name = newName();
    await stage(ana, { name, bytes });
    const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
    const { receipt } = (await create(given)).json<{ receipt: { rev: number } }>();
    await expect.poll(() => uploadsOf(name)).toBe(0);

    const again = await create({ ...given, attempt: 2 });
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.json().receipt).toEqual(receipt);
    const plain = await postDocument(ana, {
      ...made(given),
      fields: [['files_sha256[0]', sha256Of(bytes)]],
      files: [{ name: 'plano.pdf', content: bytes }],
    });
    expect(plain.headers['idempotent-replayed']).toBe('true');
    const other = await create({ ...given, files: [{ file: name.file, name: 'plano.pdf', bytes: pdfOf(1) }] });
    expect([other.statusCode, other.json().type]).toEqual([422, 'key_reused']);

    // Nothing is sent ahead for what is registered.
    expect((await begin(ana, { name, bytes })).json()).toEqual({ received: bytes.length, registered: true });
    expect(await uploadsOf(name)).toBe(0);
  });

  it('a command whose file is not here whole has no effect and keeps what has arrived', async () => {
    const bytes = pdfOf(60 * KIB);
    const name = newName();
    await begin(ana, { name, bytes });
    await addPart(ana, { name, offset: 0, part: bytes.subarray(0, 30 * KIB) });
    const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
    const early = await create(given);
    expect([early.statusCode, early.json().type]).toEqual([409, 'upload_missing']);
    expect((await begin(ana, { name, bytes })).json()).toEqual({ received: 30 * KIB, registered: false });
    await addPart(ana, { name, offset: 30 * KIB, part: bytes.subarray(30 * KIB) });
    expect((await create(given)).statusCode).toBe(201);
  });

  it('parts that are no longer what was sent begin anew instead of becoming a file', async () => {
    const bytes = pdfOf(40 * KIB);
    for (const harm of ['gone', 'other bytes'] as const) {
      const name = newName();
      await stage(ana, { name, bytes });
      const [storageKey = ''] = await partKeysOf(name);
      await server.services.files.remove(storageKey);
      const { files } = server.services;
      const other = Readable.from([randomBytes(64 * KIB)]);
      if (harm === 'other bytes') await files.put(other, { maxBytes: 1e6, storageKey });
      const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
      const answer = await create(given);
      expect([harm, answer.statusCode, answer.json().type]).toEqual([harm, 409, 'upload_missing']);
      expect((await begin(ana, { name, bytes })).json()).toEqual({ received: 0, registered: false });
    }
  });

  it('what is refused for good, or withdrawn, leaves no upload', async () => {
    const bytes = Buffer.concat([Buffer.from('no document'), Buffer.alloc(40 * KIB)]);
    const name = newName();
    await stage(ana, { name, bytes });
    const refused = await create({ key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['files']]);
    await expect.poll(() => uploadsOf(name)).toBe(0);

    const withdrawn = newName();
    await stage(ana, { name: withdrawn, bytes });
    const parts = await partKeysOf(withdrawn);
    expect((await ana.send('DELETE', `/api/sync/receipts/${withdrawn.key}?attempts=1`)).statusCode).toBe(200);
    expect(await uploadsOf(withdrawn)).toBe(0);
    await expect.poll(async () => (await storedKeys()).filter((key) => parts.includes(key))).toEqual([]);
  });

  it('a withdrawal, and an upload that needs room, are answered before the store has removed anything', async () => {
    const bytes = pdfOf(40 * KIB);
    const [withdrawn, resting] = [newName(), newName()];
    for (const name of [withdrawn, resting]) await stage(ana, { name, bytes });
    let asked = 0;
    let fail: (error: Error) => void = () => undefined;
    const slow = new Promise<void>((_resolve, reject) => (fail = reject));
    const remove = vi.spyOn(server.services.files, 'remove').mockImplementation(async () => {
      asked += 1;
      await slow;
    });
    try {
      expect((await ana.send('DELETE', `/api/sync/receipts/${withdrawn.key}?attempts=1`)).statusCode).toBe(200);
      expect([await uploadsOf(withdrawn), asked > 0]).toEqual([0, true]);
      await client.query(`update staged_uploads set size = $2, touched_at = $3 where key = $1`, [
        resting.key,
        PERSON_MAX_BYTES,
        new Date(nowMs - 2 * 86_400_000).toISOString(),
      ]);
      const next = newName();
      const asBefore = asked;
      expect((await begin(ana, { name: next, bytes })).statusCode).toBe(200);
      expect([await uploadsOf(resting), await uploadsOf(next), asked > asBefore]).toEqual([0, 1, true]);
      fail(new Error('the store is away'));
      await expect.poll(() => lines.filter((line) => line.includes('stored objects were left behind')).length).toBe(2);
    } finally {
      remove.mockRestore();
    }
  });

  it('a write that is answered with a conflict, or fails at a later file, leaves no joined file', async () => {
    const bytes = pdfOf(40 * KIB);
    const name = newName();
    await stage(ana, { name, bytes });
    expect((await ana.send('DELETE', `/api/sync/receipts/${name.key}?attempts=3`)).statusCode).toBe(200);
    await stage(ana, { name, bytes });
    const parts = await partKeysOf(name);
    const before = await storedKeys();
    const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
    const late = await create({ ...given, attempt: 2 });
    expect([late.statusCode, late.json().type]).toEqual([409, 'withdrawn']);
    await expect.poll(async () => (await storedKeys()).toSorted()).toEqual(before.toSorted());

    // Its parts are here still, for the attempt that counts. Of the second file here nothing can be made.
    const broken = { key: name.key, file: randomUUID() };
    const text = Buffer.concat([Buffer.from('no document'), Buffer.alloc(40 * KIB)]);
    await stage(ana, { name: broken, bytes: text });
    const both = [...given.files, { file: broken.file, name: 'b.pdf', bytes: text }];
    const partsOfBoth = await partKeysOf(name);
    const refused = await create({ key: name.key, files: both, attempt: 4 });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['files']]);
    const others = before.filter((key) => !parts.includes(key));
    expect(partsOfBoth.length).toBeGreaterThan(parts.length);
    await expect.poll(async () => (await storedKeys()).toSorted()).toEqual(others.toSorted());
  });

  describe('hostile parts', () => {
    const bytes = pdfOf(100 * KIB);
    const part = bytes.subarray(0, 20 * KIB);
    let name: StagedName;
    beforeAll(async () => {
      name = newName();
      await begin(ana, { name, bytes });
      await addPart(ana, { name, offset: 0, part });
    });
    const here = async () => (await begin(ana, { name, bytes })).json<{ received: number }>().received;

    it.each([
      ['before the end of what is here', 0, part],
      ['beyond the end of what is here', 30 * KIB, part],
      ['beyond the end of the file', 200 * KIB, part],
    ])('a part is answered with where to go on when it begins %s', async (_name, offset, sent) => {
      const answer = await addPart(ana, { name, offset, part: sent });
      expect([answer.statusCode, answer.json().type, answer.json().received]).toEqual([409, 'upload_offset', 20 * KIB]);
    });

    it.each([
      ['a negative offset', { offset: -1 }, 422],
      ['a broken offset', { offset: 20_480.5 }, 422],
      ['an offset that no number holds', { offset: 2 ** 60 }, 422],
      ['another hash', { sha256: sha256Of(Buffer.from('other')) }, 422],
      ['no hash', { sha256: '' }, 422],
      ['no bytes', { part: Buffer.alloc(0), sha256: sha256Of(Buffer.alloc(0)) }, 422],
      ['too few bytes', { part: bytes.subarray(20 * KIB, 20 * KIB + PART_MIN_BYTES - 1) }, 422],
      ['more bytes than the file has left', { part: Buffer.concat([bytes, bytes]) }, 422],
      ['more bytes than a part may have', { part: Buffer.alloc(PART_MAX_BYTES + 1) }, 413],
    ])('a part with %s is refused and leaves nothing', async (_name, wrong, status) => {
      const before = (await storedKeys()).length;
      const answer = await addPart(ana, { name, offset: 20 * KIB, part, ...wrong });
      expect([answer.statusCode, await here(), (await storedKeys()).length]).toEqual([status, 20 * KIB, before]);
    });

    it('bytes sent where no part is taken are refused by their type', async () => {
      const payload = { payload: part, headers: { 'content-type': 'application/octet-stream' } };
      const answer = await ana.inject({ method: 'POST', url: '/api/documents', ...payload });
      expect(answer.statusCode).toBe(415);
      const form = await ana.inject({
        method: 'PATCH',
        url: `/api/sync/uploads/${name.key}/${name.file}?offset=0&sha256=${sha256Of(part)}`,
        payload: {},
      });
      expect(form.statusCode).toBe(415);
    });

    it('a part that is cut off leaves nothing, whether its length was said or not', async () => {
      const before = (await storedKeys()).length;
      const path = `/api/sync/uploads/${name.key}/${name.file}?offset=${20 * KIB}&sha256=${sha256Of(part)}`;
      const headers = { ...ana.headers(), 'content-type': 'application/octet-stream' };
      for (const [length, body] of [
        [{ 'content-length': String(part.length) }, part.subarray(0, 10_000)],
        [{ 'transfer-encoding': 'chunked' }, chunkOf(part.subarray(0, 10_000))],
      ] as const) {
        const socket = await open(server.app);
        socket.write(headOf({ method: 'PATCH', path, headers: { ...headers, ...length } }));
        socket.write(body);
        // The answer to another request comes after the server has begun to read this one.
        await here();
        socket.destroy();
      }
      await expect.poll(async () => [await here(), (await storedKeys()).length]).toEqual([20 * KIB, before]);
    });

    it('bytes after the said length end the connection and belong to no part', async () => {
      const own = newName();
      const whole = pdfOf(20 * KIB);
      await begin(ana, { name: own, bytes: whole });
      const path = `/api/sync/uploads/${own.key}/${own.file}?offset=0&sha256=${sha256Of(whole)}`;
      const type = { 'content-type': 'application/octet-stream', 'content-length': String(whole.length) };
      const socket = await open(server.app);
      const { ended } = reading(socket);
      socket.write(headOf({ method: 'PATCH', path, headers: { ...ana.headers(), ...type } }));
      socket.end(Buffer.concat([whole, Buffer.from('and more bytes\r\n\r\n')]));
      await ended;
      const { received } = (await begin(ana, { name: own, bytes: whole })).json<{ received: number }>();
      expect([0, whole.length]).toContain(received);
      if (received === 0) await stage(ana, { name: own, bytes: whole });
      const answer = await create({ key: own.key, files: [{ file: own.file, name: 'a.pdf', bytes: whole }] });
      expect(answer.json().document.files).toMatchObject([{ sha256: sha256Of(whole) }]);
    });

    it('the upload of another person, of another tenant and of a stranger is not there', async () => {
      const next = { name, offset: 20 * KIB, part };
      const foreign = await world.as(world.cmvi.people.ana);
      for (const other of [bia, foreign]) {
        expect((await addPart(other, next)).statusCode).toBe(404);
        const named = await create({ key: name.key, files: [{ file: name.file, name: 'a.pdf', bytes }] }, other);
        expect([409, 422]).toContain(named.statusCode);
      }
      expect(await here()).toBe(20 * KIB);
    });

    it.each([
      ['no size', { sha256: sha256Of(part) }],
      ['an empty file', { size: 0, sha256: sha256Of(part) }],
      ['a size beyond a file', { size: FILE_MAX_BYTES + 1, sha256: sha256Of(part) }],
      ['a hash that is none', { size: 10, sha256: 'x' }],
    ])('an upload is not begun with %s', async (_name, body) => {
      const { key, file } = newName();
      expect((await ana.send('PUT', `/api/sync/uploads/${key}/${file}`, body)).statusCode).toBe(422);
      expect((await ana.send('PUT', `/api/sync/uploads/${key}/x`, body)).statusCode).toBe(404);
    });

    it('a name does not stand for two files', async () => {
      const answer = await begin(ana, { name, bytes: part });
      expect([answer.statusCode, answer.json().type]).toEqual([422, 'key_reused']);
    });

    it('staged files need a key, and no other files beside them', async () => {
      const own = newName();
      await stage(ana, { name: own, bytes: part });
      const given = { key: own.key, files: [{ file: own.file, name: 'a.pdf', bytes: part }] };
      const { headers: _none, ...keyless } = made(given);
      expect((await postDocument(ana, keyless)).statusCode).toBe(422);
      const both = { ...made(given), files: [{ name: 'b.pdf', content: smallPdf() }] };
      expect((await postDocument(ana, both)).statusCode).toBe(422);
    });
  });

  it('two senders at once end with the file, whole', async () => {
    const bytes = pdfOf(400 * KIB);
    const name = newName();
    const size = 20 * KIB;
    const send = async (): Promise<void> => {
      let { received } = (await begin(ana, { name, bytes })).json<{ received: number }>();
      while (received < bytes.length) {
        const answer = await addPart(ana, { name, offset: received, part: bytes.subarray(received, received + size) });
        expect([200, 409]).toContain(answer.statusCode);
        ({ received } = answer.json<{ received: number }>());
      }
    };
    await Promise.all([send(), send(), send()]);
    const answer = await create({ key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] });
    const { document } = answer.json<{ document: DocumentFull }>();
    expect((await fileOf(document.files[0] ?? { id: 0 })).equals(bytes)).toBe(true);
  });

  it('a person stages only so much; what has rested for a day makes room', async () => {
    const caio = await world.as(world.pmvi.people.caio);
    const small = randomBytes(20);
    const start = (name: StagedName) => begin(caio, { name, bytes: small });
    const first = newName();
    await start(first);
    for (let at = 1; at < PERSON_MAX_FILES; at += 1) await start(newName());
    expect((await start(newName())).statusCode).toBe(413);
    // Others are not concerned.
    expect((await begin(bia, { name: newName(), bytes: small })).statusCode).toBe(200);

    nowMs += 86_400_001;
    expect((await start(first)).statusCode).toBe(200);
    expect((await start(newName())).statusCode).toBe(200);
    expect(await uploadsOf(first)).toBe(1);
  });

  it('uploads at rest and those of registered commands are cleaned up, and their parts are no strays before', async () => {
    const bytes = pdfOf(20 * KIB);
    const [resting, registered, living] = [newName(), newName(), newName()];
    for (const name of [resting, registered]) await stage(ana, { name, bytes });
    // As a server leaves it that dies between the effect and the sweep.
    await createdDocument(ana, {
      town: world.pmvi,
      to: world.pmvi.people.bia,
      sector: 'SEMED',
      headers: { 'idempotency-key': registered.key },
    });
    expect(await uploadsOf(registered)).toBe(1);
    await client.query(`update staged_uploads set touched_at = $2 where key = $1`, [
      resting.key,
      new Date(nowMs - STAGED_KEPT_MS - 1).toISOString(),
    ]);
    await stage(ana, { name: living, bytes });
    const kept = await partKeysOf(living);
    const parts = [...(await partKeysOf(resting)), ...(await partKeysOf(registered))];

    const aged = {
      ...server.services.files,
      async *entries() {
        for await (const entry of server.services.files.entries()) yield { ...entry, ageMs: 2 * 86_400_000 };
      },
    };
    await collectStrayFiles({ database: server.database, files: aged });
    expect(await storedKeys()).toEqual(expect.arrayContaining([...parts, ...kept]));
    expect(await sweepStaged({ ...server.services, clock: () => nowMs })).toMatchObject({ parts: parts.length });
    expect([await uploadsOf(resting), await uploadsOf(registered), await uploadsOf(living)]).toEqual([0, 0, 1]);
    expect((await storedKeys()).filter((key) => parts.includes(key))).toEqual([]);
    expect((await verifyData({ connection: server.connection, files: aged })).differences).toEqual([]);
    expect((await begin(ana, { name: resting, bytes })).json().received).toBe(0);
  });
});
