// Backs up one moment of the whole database and the files it points at, while the server goes on
// writing.

import { VERSION } from '#contract/version.ts';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { FileDamaged, type FileStore } from '../files/file-store.ts';
import { readStored } from '../files/read-stored.ts';
import {
  type AddEntry,
  FORMAT,
  type Manifest,
  MANIFEST_NAME,
  readStoredRows,
  type StoredRow,
  type Totals,
  TOTALS_NAME,
  writeArchive,
} from './archive.ts';
import { FILES_IN_USE_LOCK } from '../files/remove-unreferenced.ts';
import { columnsOf, quoted, readMigrations, readTables, type TableList } from './read-tables.ts';
import { connectOwner } from '../db/connections.ts';

const PART_BYTES = 4 * 1024 * 1024;

export type BackupParts = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  readonly now: number;
};

export type Backup = Totals & {
  /** Files that are missing, or differ from what their row says. They are not in the archive. */
  readonly losses: readonly StoredRow[];
};

/** Writes the archive. */
export async function createBackup(path: string, { connection, files, now }: BackupParts): Promise<Backup> {
  const client = await connectOwner(connection);
  try {
    // Taken before the snapshot, so that no file of the snapshot is deleted as a stray until the
    // backup ends.
    await client.query('select pg_advisory_lock_shared($1)', [FILES_IN_USE_LOCK]);
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local app.maintenance = 'on'`);
    const totals: Totals = { rows: {}, files: 0 };
    let losses: readonly StoredRow[] = [];
    await writeArchive(path, async (add) => {
      const tables = await readTables(client);
      const migrations = await readMigrations(client);
      const manifest: Manifest = {
        format: FORMAT,
        at: new Date(now).toISOString(),
        version: VERSION,
        migrations,
        tables,
      };
      await add(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 2)));
      const added = await addFiles(add, { client, files });
      losses = added.lost;
      totals.files = added.files;
      if (losses.length > 0) totals.lost = losses.map(({ storageKey }) => storageKey);
      for (const table of tables) totals.rows[table.name] = await addTable(add, { client, table });
      await add(TOTALS_NAME, Buffer.from(JSON.stringify(totals)));
    });
    return { ...totals, losses };
  } finally {
    await client.end();
  }
}

type CopyResult = { readonly files: number; readonly lost: readonly StoredRow[] };

/** One file that is missing or wrong does not keep the others from being backed up. */
async function addFiles(
  add: AddEntry,
  { client, files }: { client: pg.Client; files: FileStore },
): Promise<CopyResult> {
  const stored = await readStoredRows(client);
  const lost: StoredRow[] = [];
  for (const row of stored) {
    const content = await contentOf(files, row);
    if (content === null) lost.push(row);
    else await add(`files/${row.storageKey}`, content);
  }
  return { files: stored.length - lost.length, lost };
}

/** Null when the store has no such file, or has other bytes than the row says. */
async function contentOf(files: FileStore, row: StoredRow): Promise<Buffer | null> {
  try {
    return await buffer(await readStored(files, row));
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    return null;
  }
}

/** Written in parts, because the size of what COPY writes is not known beforehand. */
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
