// A file store that is full, read-only or unavailable: uploads are told so, reading works, and
// uploads work again without a restart as soon as the store does.

import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStore } from '#server/files/disk-store.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { createBackup } from '#server/operation/create-backup.ts';
import { keepSecret } from '#server/config/secrets.ts';
import { type FileStore, StoreUnavailable } from '#server/files/file-store.ts';
import type { Want } from '#server/config/want.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { CAN_MOUNT, makeSmallDisk, type SmallDisk } from '../harness/small-disk.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const MIB = 1024 * 1024;

type Town = {
  readonly server: TestServer;
  readonly world: World;
  readonly ana: TestClient;
  readonly send: (bytes?: number) => ReturnType<typeof postDocument>;
  readonly close: () => Promise<void>;
};

async function townOver(files: FileStore): Promise<Town> {
  // Shares of so small a disk would be full before it is.
  const environment = { STORAGE_PER_TENANT_MB: '1000', STORAGE_PER_PERSON_MB: '1000' };
  const server = await startTestServer({ files, environment });
  const world = await createWorld(server);
  const ana = await world.as(world.pmvi.people.ana);
  const to = { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' as const };
  return {
    server,
    world,
    ana,
    send: (bytes = 300_000) => {
      const content = Buffer.concat([smallPdf(), randomBytes(bytes)]);
      return postDocument(ana, { ...to, files: [{ name: 'anexo.pdf', content }] });
    },
    async close() {
      await world.close();
      await server.close();
    },
  };
}

const FULL = {
  statusCode: 507,
  retryAfter: '30',
  body: {
    message: 'O servidor está sem espaço e não registrou este envio. Nada mudou. Tente de novo mais tarde.',
    type: 'storage_full',
  },
};
const AWAY = {
  statusCode: 503,
  retryAfter: '30',
  body: {
    message: 'O servidor está sem acesso aos arquivos. Nada mudou. Tente de novo mais tarde.',
    type: 'storage_away',
  },
};

async function told(answer: ReturnType<Town['send']>) {
  const { statusCode, headers, json } = await answer;
  return { statusCode, retryAfter: headers['retry-after'], body: json() };
}
async function healthOf({ server }: Town) {
  const { statusCode, json } = await server.app.inject('/health');
  return { statusCode, body: json() };
}
const WELL = { statusCode: 200, body: { status: 'ok' } };
const FILES_FULL = { statusCode: 200, body: { status: 'full', part: 'files' } };
const FILES_FAIL = { statusCode: 503, body: { status: 'unavailable', part: 'files' } };

describe.runIf(CAN_MOUNT)('a disk of files', () => {
  let disk: SmallDisk;
  let town: Town;
  let kept: { documentId: number; fileId: number };
  beforeAll(async () => {
    disk = makeSmallDisk(4);
    town = await townOver(await openDiskStore(join(disk.path, 'files')));
    const { ana, world } = town;
    const document = await createdDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' });
    kept = { documentId: document.id, fileId: document.files[0]?.id ?? 0 };
  });
  afterAll(async () => {
    await town.close();
    disk.remove();
  });

  async function readingGoesOn(): Promise<void> {
    const { ana } = town;
    expect((await ana.get(`/api/documents/get-file-content/${kept.fileId}`)).statusCode).toBe(200);
    expect((await ana.get('/api/documents')).statusCode).toBe(200);
    expect((await ana.get(`/api/documents/${kept.documentId}`)).statusCode).toBe(200);
    const reply = await ana.send('PATCH', `/api/documents/${kept.documentId}`, { content: '<p>Só texto.</p>' });
    expect(reply.statusCode).toBe(200);
  }

  it('a full disk is reported as 507, by /health too; reading and text writes work, and uploads once there is room', async () => {
    expect(await healthOf(town)).toMatchObject(WELL);
    disk.fill();
    expect(await told(town.send())).toEqual(FULL);
    expect(await healthOf(town)).toMatchObject(FILES_FULL);
    await readingGoesOn();
    const photo = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const form = multipart([], [{ name: 'foto.png', content: photo, field: 'image' }]);
    const profile = await town.ana.inject({ method: 'PATCH', url: '/api/profile', ...form });
    expect(profile.statusCode).toBe(507);
    disk.clear();
    expect((await town.send()).statusCode).toBe(201);
    expect(await healthOf(town)).toMatchObject(WELL);
  });

  it('a disk that fills up in the middle of a file keeps no part of the file', async () => {
    disk.fill(MIB);
    expect(await told(town.send(2 * MIB))).toEqual(FULL);
    expect((await town.send(500_000)).statusCode).toBe(201);
    disk.clear();
  });

  it('a read-only disk is reported as 503, by /health too; reading works, and uploads work afterwards', async () => {
    disk.remount('ro');
    expect(await told(town.send())).toEqual(AWAY);
    expect(await healthOf(town)).toEqual(FILES_FAIL);
    await readingGoesOn();
    disk.remount('rw');
    expect((await town.send()).statusCode).toBe(201);
    expect(await healthOf(town)).toMatchObject(WELL);
  });

  it('a backup to a full disk reports it and leaves no file', async () => {
    const path = join(disk.path, 'backup.tar');
    disk.fill();
    const parts = { connection: town.server.connection, files: town.server.services.files, now: 0 };
    await expect(createBackup(path, parts)).rejects.toThrow(`${path} não pôde ser escrito: o disco está cheio`);
    disk.clear();
    expect(readdirSync(disk.path)).toEqual(['files']);
    const nowhere = join(disk.path, 'nowhere', 'backup.tar');
    await expect(createBackup(nowhere, parts)).rejects.toThrow(`${nowhere} não pôde ser escrito: a pasta não existe`);
    await createBackup(path, parts);
  });

  it('an e-mail or a secret written to a full disk fails and leaves no partial file', async () => {
    const folder = join(disk.path, 'mail');
    const mailer = createMailer({ smtpUrl: null, folder, from: 'a@b.example', clock: () => 0 });
    const to = { name: 'Ana', email: 'ana@pmvi.example' };
    const message = { to, subject: 'Aviso', text: 'x'.repeat(100_000), html: '' };
    await mailer.send(message);
    disk.fill();
    await expect(mailer.send(message)).rejects.toThrow('ENOSPC');
    expect(() => keepSecret(disk.path, { name: 'own', make: () => 'x'.repeat(10_000) })).toThrow('ENOSPC');
    disk.clear();
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(join(disk.path, 'secrets'))).toEqual([]);
    expect(keepSecret(disk.path, { name: 'own' })).toHaveLength(43);
    await mailer.send(message);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('a disk that is not mounted is reported as unavailable, and no file as missing', async () => {
    disk.unmount();
    const answer = await town.ana.get(`/api/documents/get-file-content/${kept.fileId}`);
    expect([answer.statusCode, answer.json()]).toEqual([AWAY.statusCode, AWAY.body]);
    expect(await told(town.send())).toEqual(AWAY);
    expect(await healthOf(town)).toEqual(FILES_FAIL);
  });
});

describe('a store that fails at each of its calls', () => {
  let folder = '';
  let town: Town;
  let want: Want | null = null;
  const lacking = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    want === null ? work() : Promise.reject(new StoreUnavailable(want));
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'malote-lacking-'));
    const store = await openDiskStore(folder);
    town = await townOver({
      ...store,
      put: (stream, options) => {
        if (want !== null) stream.resume();
        return lacking(() => store.put(stream, options));
      },
      open: (key) => lacking(() => store.open(key)),
      check: () => lacking(() => store.check()),
    });
  });
  afterAll(async () => {
    await town.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['full', FULL, FILES_FULL],
    ['away', AWAY, FILES_FAIL],
  ] as const)('is told as such while it is %s, and not a moment longer', async (state, answer, health) => {
    want = state;
    expect(await told(town.send())).toEqual(answer);
    expect(await healthOf(town)).toMatchObject(health);
    want = null;
    expect((await town.send()).statusCode).toBe(201);
    expect(await healthOf(town)).toMatchObject(WELL);
  });
});
