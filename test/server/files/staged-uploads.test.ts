// Files that are sent ahead of their command, in parts (S101), over disk and over S3: how they
// become the files of its document, and what a command is answered whose files are not here whole.

import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import type { TestServer } from '../harness/harness.ts';
import { postDocument } from '../harness/new-document.ts';
import { startSecondServer, type SecondServer } from '../harness/second-server.ts';
import { addPart, begin, newName, pdfOf, sha256Of, stage, stagedDocument } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import { startStagingTown, STORES, type StagingTown } from './staging-town.ts';

const KIB = 1024;

describe.each(STORES)('files sent ahead, kept on %s', (store) => {
  let town: StagingTown;
  let server: TestServer;
  let second: SecondServer;
  let ana: TestClient;

  beforeAll(async () => {
    town = await startStagingTown(store);
    ({ server, ana } = town);
    second = await startSecondServer(server);
  });
  afterAll(async () => {
    await second.close();
    await town.close();
  });

  const fileOf = async ({ id }: { id: number }): Promise<Buffer> =>
    (await ana.get(`/api/documents/get-file-content/${id}`)).rawPayload;

  it('a file in parts becomes the file of its document, byte for byte, and nothing of the parts is left', async () => {
    const bytes = pdfOf(300 * KIB);
    const name = newName();
    await stage(ana, { name, bytes });
    const parts = await town.partKeysOf(name);
    expect(parts).toHaveLength(5);

    const answer = await town.create({ key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] });
    expect(answer.statusCode).toBe(201);
    const { document } = answer.json<{ document: DocumentFull }>();
    expect(document.files).toMatchObject([{ name: 'plano.pdf', size: bytes.length, sha256: sha256Of(bytes) }]);
    expect((await fileOf(document.files[0] ?? { id: 0 })).equals(bytes)).toBe(true);
    await expect.poll(() => town.uploadsOf(name)).toBe(0);
    await expect.poll(async () => (await town.storedKeys()).filter((key) => parts.includes(key))).toEqual([]);
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
    const answer = await town.create({ key, files }, through(second.app));
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
    const { receipt } = (await town.create(given)).json<{ receipt: { rev: number } }>();
    await expect.poll(() => town.uploadsOf(name)).toBe(0);

    const again = await town.create({ ...given, attempt: 2 });
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.json().receipt).toEqual(receipt);
    const plain = await postDocument(ana, {
      ...stagedDocument(town.world.pmvi, given),
      fields: [['files_sha256[0]', sha256Of(bytes)]],
      files: [{ name: 'plano.pdf', content: bytes }],
    });
    expect(plain.headers['idempotent-replayed']).toBe('true');
    const other = await town.create({ ...given, files: [{ file: name.file, name: 'plano.pdf', bytes: pdfOf(1) }] });
    expect([other.statusCode, other.json().type]).toEqual([422, 'key_reused']);

    // Nothing is sent ahead for what is registered.
    expect((await begin(ana, { name, bytes })).json()).toEqual({ received: bytes.length, registered: true });
    expect(await town.uploadsOf(name)).toBe(0);
  });

  it('a command whose file is not here whole has no effect and keeps what has arrived', async () => {
    const bytes = pdfOf(60 * KIB);
    const name = newName();
    await begin(ana, { name, bytes });
    await addPart(ana, { name, offset: 0, part: bytes.subarray(0, 30 * KIB) });
    const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
    const early = await town.create(given);
    expect([early.statusCode, early.json().type]).toEqual([409, 'upload_missing']);
    expect((await begin(ana, { name, bytes })).json()).toEqual({ received: 30 * KIB, registered: false });
    await addPart(ana, { name, offset: 30 * KIB, part: bytes.subarray(30 * KIB) });
    expect((await town.create(given)).statusCode).toBe(201);
  });

  it('parts that are no longer what was sent begin anew instead of becoming a file', async () => {
    const bytes = pdfOf(40 * KIB);
    for (const harm of ['gone', 'other bytes'] as const) {
      const name = newName();
      await stage(ana, { name, bytes });
      const [storageKey = ''] = await town.partKeysOf(name);
      await server.services.files.remove(storageKey);
      const { files } = server.services;
      const other = Readable.from([randomBytes(64 * KIB)]);
      if (harm === 'other bytes') await files.put(other, { maxBytes: 1e6, storageKey });
      const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
      const answer = await town.create(given);
      expect([harm, answer.statusCode, answer.json().type]).toEqual([harm, 409, 'upload_missing']);
      expect((await begin(ana, { name, bytes })).json()).toEqual({ received: 0, registered: false });
    }
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
    const answer = await town.create({ key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] });
    const { document } = answer.json<{ document: DocumentFull }>();
    expect((await fileOf(document.files[0] ?? { id: 0 })).equals(bytes)).toBe(true);
  });
});
