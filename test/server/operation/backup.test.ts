// A backup made while people write, restored elsewhere and verified; and how restore treats a
// damaged backup.

import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ChangesPage } from '#contract/sync.ts';
import { buildApp } from '#server/entry/app.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/database.ts';
import { openEventBus } from '#server/events/event-bus.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { createBackup } from '#server/operation/create-backup.ts';
import { restoreBackup } from '#server/operation/restore-backup.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { subscriptionText } from '../harness/fake-push-service.ts';
import { startTestServer, TEST_SECRET, type TestServer } from '../harness/harness.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { enter } from '../harness/enter.ts';
import { endOwnerOf, ownerOf } from '../harness/plain-owner.ts';
import { createWorld, type World } from '../harness/world.ts';

const postgres = inject('postgres');
/** A role that owns its database and nothing else, as with a hosted PostgreSQL. */
const PLAIN = `restored_${process.pid}`;
const EMPTY = `empty_${process.pid}`;
const plain = { ...postgres, user: PLAIN, password: PLAIN, database: PLAIN };

let folder = '';
let server: TestServer;
let world: World;
let demo: TestServer;

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...postgres, database: 'postgres' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-backup-'));
  server = await startTestServer();
  demo = await startTestServer({ demo: true });
  world = await createWorld(server);
  await asAdmin(
    ...ownerOf(PLAIN),
    `create database ${PLAIN} owner ${PLAIN}`,
    `create database ${EMPTY} template ${inject('template')}`,
  );
  await migrateDatabase(plain);
});
afterAll(async () => {
  await world.close();
  await server.close();
  await demo.close();
  await asAdmin(`drop database ${PLAIN} with (force)`, `drop database ${EMPTY} with (force)`, ...endOwnerOf(PLAIN));
  await rm(folder, { recursive: true, force: true });
});

const parts = (of = server) => ({ connection: of.connection, files: of.services.files, now: Date.now() });
const rowsOf = async <Row = unknown>(connection: pg.ClientConfig, text: string): Promise<Row[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`set app.maintenance = 'on'`);
  const { rows } = await client.query(text);
  await client.end();
  return rows as Row[];
};

describe('a backup', () => {
  it('a backup made while people write restores elsewhere without a difference, and a replay makes no duplicate', async () => {
    const key = randomUUID();
    const ana = await world.as(world.pmvi.people.ana);
    const made = {
      town: world.pmvi,
      to: world.pmvi.people.bia,
      sector: 'SEMED' as const,
      headers: { 'idempotency-key': key },
    };
    const fcm_token = subscriptionText('https://fcm.googleapis.com/ana');
    expect((await ana.send('PATCH', '/api/profile/fcm-token', { fcm_token })).statusCode).toBe(204);
    const first = await createdDocument(ana, made);

    const known = (await ana.get('/api/sync/changes?limit=500')).json<ChangesPage>();
    let writing = true;
    const written: number[] = [];
    const write = async (): Promise<void> => {
      while (writing) {
        const document = await createdDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' });
        written.push(document.id);
      }
    };
    const writers = [write(), write(), write()];
    const path = join(folder, 'running.tar');
    const totals = await createBackup(path, parts());
    writing = false;
    await Promise.all(writers);
    expect(written.length).toBeGreaterThan(0);
    expect(totals.rows['documents']).toBeGreaterThan(0);
    // A backup holds no sessions, and no push subscriptions: a device without a login gets no
    // notices (S16). Nor the address of a calendar, which is a secret.
    for (const table of ['sessions', 'push_subscriptions', 'calendar_feeds'])
      expect(totals.rows).not.toHaveProperty(table);

    const files = await openDiskStore(join(folder, 'files'));
    expect(await restoreBackup(path, { connection: plain, files, now: Date.now() })).toEqual(totals);
    expect(await verifyData({ connection: plain, files })).toMatchObject({ differences: [], strays: 0 });
    expect(await verifyData(parts())).toMatchObject({ differences: [] });
    await expect(restoreBackup(path, { connection: plain, files, now: Date.now() })).rejects.toThrow('não está vazio');

    // The planner has its statistics too, so that the first searches are planned from real counts.
    const [planner] = await rowsOf<{ counted: number }>(
      plain,
      `select reltuples::int as counted from pg_class where relname = 'documents' and relkind = 'r'`,
    );
    expect(planner?.counted).toBe(totals.rows['documents']);

    // The rows of the backup equal the written rows, one by one.
    const contents = (last: number) => `select id, number, title, content, search_text, created_at::text from documents
      where id <= ${last} order by id`;
    const last = Math.max(
      ...(await rowsOf<{ id: number }>(plain, 'select id::int as id from documents')).map((row) => row.id),
    );
    const there = await rowsOf(plain, contents(last));
    expect(there).toHaveLength(totals.rows['documents'] ?? 0);
    expect(there).toEqual(await rowsOf(server.connection, contents(last)));

    // The restored town hall works: history is still append-only, ids continue, and a replay is
    // recognised.
    const database = await openDatabase({ connection: plain, maxConnections: 4 });
    const events = await openEventBus({ connection: plain, log: { error: () => undefined } });
    const services = { ...server.services, database, files, events };
    const app = await buildApp({ services, secret: TEST_SECRET, clientDir: null });
    try {
      const again = await enter({ ...server, app, services }, world.pmvi.people.ana);
      // A device that was ahead of the backup starts its walk again, and every row it gets has a
      // greater rev than its own.
      const ahead = (await ana.get('/api/sync/changes?limit=500')).json<ChangesPage>();
      const seen = Math.max(...ahead.changes.map((change) => change.rev));
      for (const cursor of [known.next_cursor, ahead.next_cursor]) {
        const page = (await again.get(`/api/sync/changes?limit=500&cursor=${cursor}`)).json<ChangesPage>();
        expect(page.snapshot).toBe(true);
        expect(page.scope_epoch).not.toBe(ahead.scope_epoch);
        expect(Math.min(...page.changes.map((change) => change.rev))).toBeGreaterThan(seen);
      }
      const replay = await postDocument(again, made);
      expect(replay.statusCode).toBe(201);
      expect(replay.headers['idempotent-replayed']).toBe('true');
      expect(replay.json().document.id).toBe(first.id);
      const next = await createdDocument(again, { ...made, headers: { 'idempotency-key': randomUUID() } });
      expect(next.number).toBe((totals.rows['documents'] ?? 0) + 1);
      expect(await verifyData({ connection: plain, files })).toMatchObject({ differences: [] });
    } finally {
      await app.close();
      await events.close();
      await database.close();
    }
  });

  it('a backup is never written over another file and never left half written', async () => {
    const path = join(folder, 'taken.tar');
    await writeFile(path, 'mine');
    await expect(createBackup(path, parts())).rejects.toThrow('já existe');
    expect(await readFile(path, 'utf8')).toBe('mine');
    const broken = { ...parts(), files: { ...server.services.files, open: () => Promise.reject(new Error('away')) } };
    const half = join(folder, 'half.tar');
    await expect(createBackup(half, broken)).rejects.toThrow('away');
    await expect(readFile(half)).rejects.toThrow('ENOENT');
    await expect(readFile(`${half}.part`)).rejects.toThrow('ENOENT');
  });

  it('restore refuses a truncated backup or another file and leaves the database empty', async () => {
    const connection = { ...postgres, database: EMPTY };
    const files = await openDiskStore(join(folder, 'cut-files'));
    const whole = join(folder, 'whole.tar');
    await createBackup(whole, parts(demo));
    const bytes = await readFile(whole);
    const cut = join(folder, 'cut.tar');
    for (const length of [bytes.length - 3 * 512, Math.floor(bytes.length * 0.99), Math.floor(bytes.length / 2)]) {
      await writeFile(cut, bytes);
      await truncate(cut, length);
      await expect(restoreBackup(cut, { connection, files, now: Date.now() })).rejects.toThrow(
        'incompleto ou danificado',
      );
      expect(await rowsOf(connection, 'select count(*)::int as count from tenants')).toEqual([{ count: 0 }]);
    }
    await writeFile(cut, 'nothing of the kind');
    await expect(restoreBackup(cut, { connection, files, now: Date.now() })).rejects.toThrow(
      'incompleto ou danificado',
    );
    expect(await restoreBackup(whole, { connection, files, now: Date.now() })).toMatchObject({
      files: expect.any(Number),
    });
    expect(await verifyData({ connection, files })).toMatchObject({ differences: [] });
  });
});

describe('verify', () => {
  it('verify finds no fault in the demonstration data', async () => {
    expect(await verifyData(parts(demo))).toMatchObject({ differences: [], strays: 0 });
  });

  it('verify finds files that are missing, changed, too short or stray, and counters that are behind', async () => {
    const { files } = server.services;
    const ana = await world.as(world.pmvi.people.ana);
    for (let times = 0; times < 3; times += 1) {
      await createdDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' });
    }
    const stored = await world.query<{ storage_key: string; id: string; tenant_id: string }>(
      `select storage_key, id, tenant_id from files where document_id is not null and tenant_id = $1 order by id limit 3`,
      [world.pmvi.id],
    );
    const [missing, changed, shorter] = stored.map((row) => row.storage_key);
    await files.remove(missing ?? '');
    await world.query('update files set sha256 = $2 where storage_key = $1', [changed, '0'.repeat(64)]);
    await world.query('update files set size = size + 1 where storage_key = $1', [shorter]);
    await world.query('update counters set value = 1, last_document_number = 0 where tenant_id = $1', [world.pmvi.id]);
    const { differences } = await verifyData({
      ...parts(),
      files: {
        ...files,
        async *entries() {
          yield { storageKey: 'f'.repeat(32), ageMs: 86_400_000 };
          yield { storageKey: 'e'.repeat(32), ageMs: 1000 };
        },
      },
    });
    const id = world.pmvi.id;
    // Each file is named as people would look for it: its document, and its name.
    const named = (what: string, key: string | undefined): string =>
      differences.find((one) => new RegExp(`^${what}: ${key}, documento PMVI\\d{3,}, .+\\.pdf$`).test(one)) ??
      key ??
      '';
    expect(differences.toSorted()).toEqual(
      [
        named('arquivo que falta', missing),
        named('conteúdo diferente', changed),
        named('tamanho diferente', shorter),
        `arquivo sem registro: ${'f'.repeat(32)}`,
        `contador de mudanças atrás das linhas: órgão ${id}, documents`,
        `número de documento à frente do contador: órgão ${id}`,
      ].toSorted(),
    );
  });
});
