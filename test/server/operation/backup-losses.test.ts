// Files that are lost: one of them does not keep the others from being backed up, and none is
// restored as good that is not.

import { mkdtemp, rm } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDiskStore } from '#server/files/disk-store.ts';
import { createBackup } from '#server/operation/create-backup.ts';
import { restoreBackup } from '#server/operation/restore-backup.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

const postgres = inject('postgres');
let folder = '';
let demo: TestServer;
let made = 0;
const databases: string[] = [];

const asAdmin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ ...postgres, database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
};
async function emptyTarget() {
  const name = `losses_${process.pid}_${(made += 1)}`;
  await asAdmin(`create database ${name} template ${inject('template')}`);
  databases.push(name);
  return {
    connection: { ...postgres, database: name },
    files: await openDiskStore(join(folder, name)),
    now: Date.now(),
  };
}
async function keysOf(server: TestServer): Promise<string[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  const { rows } = await client.query<{ key: string }>(
    'select storage_key as key from files where document_id is not null order by id limit 2',
  );
  await client.end();
  return rows.map(({ key }) => key);
}
const parts = () => ({ connection: demo.connection, files: demo.services.files, now: Date.now() });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-losses-'));
  demo = await startTestServer({ demo: true });
});
afterAll(async () => {
  await demo.close();
  for (const name of databases) await asAdmin(`drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

it('a damaged file in an archive is named, is not in the store, and everything else is restored', async () => {
  const path = join(folder, 'whole.tar');
  const whole = await createBackup(path, parts());
  expect(whole.losses).toEqual([]);
  const [key = ''] = await keysOf(demo);
  const damaged = join(folder, 'damaged.tar');
  const entries = extract();
  const archive = pack();
  const writing = pipeline(archive, createWriteStream(damaged));
  createReadStream(path).pipe(entries);
  for await (const entry of entries) {
    const content = await buffer(entry);
    if (entry.header.name === `files/${key}`) content[0] = (content[0] ?? 0) ^ 1;
    archive.entry({ name: entry.header.name }, content);
  }
  archive.finalize();
  await writing;
  const target = await emptyTarget();
  const restored = await restoreBackup(damaged, target);
  expect(restored.losses).toEqual([
    expect.objectContaining({ storageKey: key, of: expect.stringMatching(/^documento PMVI\d{3}, .+\.\w+$/) }),
  ]);
  expect(restored.rows).toEqual(whole.rows);
  expect((await verifyData(target)).differences).toEqual([
    expect.stringMatching(new RegExp(`^arquivo que falta: ${key}, documento PMVI\\d{3}, .+\\.\\w+$`)),
  ]);
});

it('a file that is missing and one that was changed are named, and the backup holds all the others', async () => {
  const [missing = '', changed = ''] = await keysOf(demo);
  const { files } = demo.services;
  await files.remove(missing);
  await files.remove(changed);
  await files.put(Readable.from([Buffer.from('other')]), { storageKey: changed, maxBytes: 100 });
  const path = join(folder, 'lost.tar');
  const backup = await createBackup(path, parts());
  expect(backup.losses.map(({ storageKey }) => storageKey).toSorted()).toEqual([missing, changed].toSorted());
  const target = await emptyTarget();
  const restored = await restoreBackup(path, target);
  expect(restored.files).toBe(backup.files);
  expect(restored.losses.map(({ storageKey }) => storageKey).toSorted()).toEqual([missing, changed].toSorted());
});
