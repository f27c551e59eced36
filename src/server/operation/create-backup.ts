// One moment of the whole database and the files it points at (contract page, backup), while the server goes on writing.

import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '../files/file-store.ts';
import {
  FORMAT,
  MANIFEST_NAME,
  TOTALS_NAME,
  writeArchive,
  type AddEntry,
  type Manifest,
  type Totals,
} from './archive.ts';
import { FILES_IN_USE_LOCK } from './files-in-use-lock.ts';
import { columnsOf, quoted, readMigrations, readTables, type TableList } from './read-tables.ts';

const PART_BYTES = 4 * 1024 * 1024;

export type BackupParts = {
  /** As the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  readonly now: number;
};

/** Writes the archive; throws, and leaves no file, when a stored file is missing or not what its row says. */
export async function createBackup(path: string, { connection, files, now }: BackupParts): Promise<Totals> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    // Taken before the snapshot: no file of the snapshot is collected until the end.
    await client.query('select pg_advisory_lock_shared($1)', [FILES_IN_USE_LOCK]);
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local app.maintenance = 'on'`);
    const totals: Totals = { rows: {}, files: 0 };
    await writeArchive(path, async (add) => {
      const tables = await readTables(client);
      const migrations = await readMigrations(client);
      const manifest: Manifest = { format: FORMAT, at: new Date(now).toISOString(), migrations, tables };
      await add(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 2)));
      totals.files = await addFiles(add, { client, files });
      for (const table of tables) totals.rows[table.name] = await addTable(add, { client, table });
      await add(TOTALS_NAME, Buffer.from(JSON.stringify(totals)));
    });
    return totals;
  } finally {
    await client.end();
  }
}

type StoredRow = { key: string; sha256: string | null };

async function addFiles(add: AddEntry, { client, files }: { client: pg.Client; files: FileStore }): Promise<number> {
  const { rows } = await client.query<StoredRow>(
    `select storage_key as key, sha256 from files
     union all select image_key, null from users where image_key is not null
     union all select logo_key, null from tenants where logo_key is not null`,
  );
  for (const { key, sha256 } of rows) {
    const chunks: Buffer[] = [];
    for await (const chunk of await files.open(key)) chunks.push(Buffer.from(chunk as Uint8Array));
    const content = Buffer.concat(chunks);
    const found = createHash('sha256').update(content).digest('hex');
    if (sha256 !== null && found !== sha256) throw new Error(`o arquivo ${key} não é o que o banco de dados diz`);
    await add(`files/${key}`, content);
  }
  return rows.length;
}

/** In parts: how much COPY will write is not known beforehand. */
async function addTable(add: AddEntry, { client, table }: { client: pg.Client; table: TableList[number] }) {
  const stream = client.query(copyTo(`copy (select ${columnsOf(table)} from ${quoted(table.name)}) to stdout`));
  let parts = 0;
  let held: Buffer[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (bytes === 0) return;
    await add(`tables/${table.name}/${String(parts).padStart(6, '0')}`, Buffer.concat(held));
    parts += 1;
    held = [];
    bytes = 0;
  };
  for await (const chunk of stream) {
    held.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= PART_BYTES) await flush();
  }
  await flush();
  return stream.rowCount ?? 0;
}
