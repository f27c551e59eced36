// Backups that are made by themselves: each file lies there once, a restore brings all of one
// moment, and of several servers one makes them.

import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDiskStore } from '#server/files/disk-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import {
  copyAll,
  keysOf,
  momentNamed,
  momentsOf,
  openBackupPlace,
  proveMoment,
} from '#server/operation/backup-place.ts';
import { createBackup } from '#server/operation/create-backup.ts';
import { backUpAndProve, doNight, isBackupDue, nextBackupAt } from '#server/operation/nightly-backup.ts';
import { restoreBackup, restoreMoment } from '#server/operation/restore-backup.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { createLog } from '#server/reporting/log.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { startS3Service } from '../harness/s3-service.ts';
import { createWorld, type World } from '../harness/world.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
const postgres = inject('postgres');
let folder = '';
let server: TestServer;
let world: World;
let to = '';
let made = 0;
const databases: string[] = [];

const asAdmin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ ...postgres, database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
};
async function emptyTarget() {
  const name = `nightly_${process.pid}_${(made += 1)}`;
  await asAdmin(`create database ${name} template ${inject('template')}`);
  databases.push(name);
  const files = await openDiskStore(join(folder, name));
  return { connection: { ...postgres, database: name }, files, now: NOW };
}
const rowsOf = async (connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`set app.maintenance = 'on'`);
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
};
const parts = (now = NOW) => ({ connection: server.connection, files: server.services.files, now });
const night = (now = NOW, keep = 14) => ({ ...parts(now), to, keep });
const newDocument = async () =>
  createdDocument(await world.as(world.pmvi.people.ana), {
    town: world.pmvi,
    to: world.pmvi.people.bia,
    sector: 'SEMED',
  });
const put = (files: FileStore, key: string, text: string) =>
  files.put(Readable.from([Buffer.from(text)]), { storageKey: key, maxBytes: 1000 });
const keyOf = async (documentId: number): Promise<string> => {
  const [row] = await rowsOf(server.connection, `select storage_key from files where document_id = ${documentId}`);
  return String(row?.['storage_key']);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-nightly-'));
  server = await startTestServer();
  world = await createWorld(server);
  await rowsOf(server.connection, `insert into file_store (name) values ('of the nightly backups')`);
});
beforeEach(() => {
  to = join(folder, `to-${(made += 1)}`);
});
afterAll(async () => {
  await world.close();
  await server.close();
  for (const name of databases) await asAdmin(`drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

describe('a backup in its place', () => {
  it('copies each file once, and every moment restores as it was', async () => {
    await newDocument();
    const first = await backUpAndProve(night());
    expect(first.files).toBeGreaterThan(0);
    expect(first.added.size).toBe(first.files);
    const document = await newDocument();
    const second = await backUpAndProve(night(NOW + DAY_MS));
    expect([...second.added]).toEqual([await keyOf(document.id)]);
    const place = await openBackupPlace(to);
    expect(await momentsOf(place)).toEqual(['2026-11-20T120000Z.tar.gz', '2026-11-21T120000Z.tar.gz']);

    for (const [name, was] of [['2026-11-20', first] as const, ['last', second] as const]) {
      const target = await emptyTarget();
      const restored = await restoreMoment({ place, name: await momentNamed(place, name) }, target);
      expect(restored).toEqual({ rows: was.rows, files: was.files, losses: [] });
      // Backups of the machine from which it comes are none of this one.
      expect(await rowsOf(target.connection, 'select name from maintenance')).toEqual([]);
      expect((await verifyData(target)).differences).toEqual([]);
    }
    await expect(momentNamed(place, '2026')).rejects.toThrow(/2026-11-20T120000Z.*2026-11-21T120000Z/);
  });

  it('lies in a bucket as well', async () => {
    const service = await startS3Service(join(folder, 'bucket'));
    try {
      to = service.url;
      await newDocument();
      const { files, wrong } = await backUpAndProve(night());
      expect(wrong).toEqual([]);
      expect((await backUpAndProve(night(NOW + DAY_MS))).added.size).toBe(0);
      const place = await openBackupPlace(to);
      const target = await emptyTarget();
      expect(await restoreMoment({ place, name: await momentNamed(place, 'last') }, target)).toMatchObject({ files });
      expect((await verifyData(target)).differences).toEqual([]);
    } finally {
      await service.close();
    }
  });

  it('keeps so many moments, and no file to which none of them points', async () => {
    for (const days of [0, 1, 2]) await backUpAndProve(night(NOW + days * DAY_MS));
    const place = await openBackupPlace(to);
    const stray = 'f'.repeat(32);
    await put(place.stored, stray, 'of an old moment');
    await backUpAndProve(night(NOW + 3 * DAY_MS, 2));
    expect(await momentsOf(place)).toEqual(['2026-11-22T120000Z.tar.gz', '2026-11-23T120000Z.tar.gz']);
    const keys = await keysOf(place.stored);
    expect(keys).not.toContain(stray);
    expect(keys.length).toBeGreaterThan(0);

    // A backup that can't be read any more stops neither the next one nor its end, and no file
    // goes.
    await truncate(join(to, 'moments', '20', '2026-11-23T120000Z.tar.gz'), 100);
    await put(place.stored, stray, 'of an old moment');
    const { unreadable } = await backUpAndProve(night(NOW + 4 * DAY_MS, 2));
    expect(unreadable).toEqual(['2026-11-23T120000Z.tar.gz']);
    expect(await keysOf(place.stored)).toContain(stray);
    expect((await backUpAndProve(night(NOW + 5 * DAY_MS, 1))).unreadable).toEqual([]);
    expect(await keysOf(place.stored)).not.toContain(stray);
  });

  it('is refused where another database has its backups', async () => {
    await put((await openBackupPlace(to)).stored, 'e'.repeat(32), 'x');
    await (await openBackupPlace(to)).stored.keepNote('store-name', 'of another one');
    await expect(backUpAndProve(night())).rejects.toThrow('BACKUP_TO guarda os backups de outro banco de dados');
  });

  it('is proved: an archive that is cut, and a file with other bytes, are found and brought anew', async () => {
    const document = await newDocument();
    const { name } = await backUpAndProve(night());
    const place = await openBackupPlace(to);
    const key = await keyOf(document.id);
    await put(place.stored, key, 'other bytes');
    const isRead = (): boolean => true;
    expect(await proveMoment(place, { name, isRead })).toEqual([key]);
    const target = await emptyTarget();
    const restored = await restoreMoment({ place, name }, target);
    expect(restored.losses).toEqual([expect.objectContaining({ storageKey: key })]);

    // The night on which keys with this beginning have their turn.
    const turn = Number.parseInt(key.slice(0, 1), 16);
    const at = NOW + ((turn - (Math.floor(NOW / DAY_MS) % 16) + 16) % 16) * DAY_MS;
    expect((await backUpAndProve(night(at + 1000))).wrong).toEqual([key]);
    expect([...(await backUpAndProve(night(at + 2000))).added]).toEqual([key]);
    expect(await proveMoment(place, { name, isRead })).toEqual([]);

    await truncate(join(to, 'moments', '20', name), 3000);
    await expect(proveMoment(place, { name, isRead })).rejects.toThrow('incompleto ou danificado');
    await expect(restoreMoment({ place, name }, await emptyTarget())).rejects.toThrow('incompleto ou danificado');
  });
});

describe('a file that is lost', () => {
  it('is named with tenant, document and name, is no loss where it was backed up, and can be brought back', async () => {
    const [old, fresh] = [await newDocument(), await newDocument()];
    const [kept, lost] = [await keyOf(old.id), await keyOf(fresh.id)];
    const { files } = server.services;
    const bytes = (await files.open(lost)).stream;
    const whole = await Readable.from(bytes).toArray();
    await files.remove(lost);
    const first = await backUpAndProve(night());
    expect(first.losses).toEqual([expect.objectContaining({ storageKey: lost })]);
    await put(files, lost, Buffer.concat(whole as Buffer[]).toString());
    expect((await backUpAndProve(night(NOW + 1000))).losses).toEqual([]);

    await files.remove(lost);
    await put(files, kept, 'other bytes');
    const again = await backUpAndProve(night(NOW + 2000));
    expect(again.losses).toEqual([]);
    const { differences, wrongFiles } = await verifyData(parts());
    const named = (number: number): string => `documento PMVI${String(number).padStart(3, '0')}, `;
    expect(differences.toSorted()).toEqual(
      [
        expect.stringContaining(`arquivo que falta: ${lost}, ${named(fresh.number)}`) as string,
        expect.stringMatching(new RegExp(`^(tamanho|conteúdo) diferente: ${kept}, ${named(old.number)}`)) as string,
      ].toSorted(),
    );
    expect(await copyAll(wrongFiles, { from: (await openBackupPlace(to)).stored, into: files })).toEqual([]);
    expect((await verifyData(parts())).differences).toEqual([]);
  });
});

describe('of one tenant', () => {
  const acronyms = async (connection: pg.ClientConfig) =>
    (await rowsOf(connection, 'select acronym from tenants order by 1')).map(({ acronym }) => acronym);

  it('an archive, and what is restored of the moment of all, holds its rows and files alone', async () => {
    await newDocument();
    const all = await backUpAndProve(night());
    const place = await openBackupPlace(to);
    const path = join(folder, 'pmvi.tar');
    const own = await createBackup(path, { ...parts(), tenant: 'pmvi' });
    expect(own.rows['users']).toBeLessThan(all.rows['users'] ?? 0);
    const [fromFile, fromMoment] = [await emptyTarget(), await emptyTarget()];
    expect(await restoreBackup(path, fromFile)).toEqual(own);
    const restored = await restoreMoment({ place, name: all.name, tenant: 'PMVI' }, fromMoment);
    expect(restored).toEqual({ rows: own.rows, files: own.files, losses: [] });
    for (const target of [fromFile, fromMoment]) {
      expect(await acronyms(target.connection)).toEqual(['PMVI']);
      expect((await verifyData(target)).differences).toEqual([]);
    }
    await expect(restoreMoment({ place, name: all.name, tenant: 'NADA' }, await emptyTarget())).rejects.toThrow(
      'o backup não tem o órgão NADA',
    );
    await expect(createBackup(join(folder, 'none.tar'), { ...parts(), tenant: 'NADA' })).rejects.toThrow(
      'não há órgão com a sigla NADA',
    );
  });
});

describe('by itself', () => {
  const HOUR = 2;

  it('a backup is due at its hour, once with two servers, and the database says when it succeeded', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const due = (now: number): Promise<boolean> => isBackupDue(server.database, { now, hour: HOUR });
    const at = nextBackupAt(NOW, HOUR);
    expect(new Date(at).getHours()).toBe(HOUR);
    expect([await due(NOW), await due(at - 1), await due(at)]).toEqual([false, false, true]);
    const both = { ...night(at), hour: HOUR, log };
    await Promise.all([doNight(both), doNight(both)]);
    await doNight(both);
    expect(await momentsOf(await openBackupPlace(to))).toHaveLength(1);
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['backup_done', 'verify_done']);
    expect([await due(at), await due(nextBackupAt(at, HOUR))]).toEqual([false, true]);
    const { last_backup, last_verify } = (await server.app.inject('/health')).json<Record<string, string>>();
    expect([last_backup, last_verify]).toEqual([new Date(at).toISOString(), new Date(at).toISOString()]);

    // What fails says so, without content, and is tried an hour later.
    lines.length = 0;
    const next = nextBackupAt(at, HOUR);
    await doNight({ ...both, now: next, to: join(to, 'stored', 'store-name') });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      event: 'backup_failed',
      err: { code: expect.any(String) },
    });
    expect([await due(next + 1), await due(next + 3_600_000)]).toEqual([false, true]);
    const health = (await server.app.inject('/health')).json<Record<string, string>>();
    expect(health['last_backup']).toBe(new Date(at).toISOString());
  });

  it('another hour counts from then on, and a clock that ran ahead moves nothing', async () => {
    const due = (now: number, hour: number): Promise<boolean> => isBackupDue(server.database, { now, hour });
    const far = NOW + 400 * DAY_MS;
    await due(far, HOUR);
    await doNight({ ...night(nextBackupAt(far, HOUR)), hour: HOUR, log: createLog('silent') });
    expect(await due(NOW, HOUR)).toBe(false);
    expect(await due(NOW, HOUR - 1)).toBe(false);
    expect(await due(nextBackupAt(NOW, HOUR - 1), HOUR - 1)).toBe(true);
  });
});
