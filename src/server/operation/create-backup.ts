// Backs up one moment of the whole database and the files it points at, while the server goes on
// writing.

import { VERSION } from '#contract/version.ts';
import { acronymOf } from '#domain/text.ts';
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
import { addList, type BackupPlace, claimPlace, keysOf, momentAt, copyStored, writeMoment } from './backup-place.ts';
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

/** Writes the archive of the whole database, or of the one tenant with the acronym `tenant`. */
export async function createBackup(
  path: string,
  { tenant, ...parts }: BackupParts & { readonly tenant?: string },
): Promise<Backup> {
  return atOneMoment(parts, async ({ client, manifest }) => {
    const tenantId = tenant === undefined ? null : await tenantOf(client, tenant);
    const stored = (await readStoredRows(client)).filter((row) => tenantId === null || row.tenantId === tenantId);
    const lost: StoredRow[] = [];
    const totals: Totals = { rows: {}, files: 0 };
    await writeArchive(path, async (add) => {
      await add(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 2)));
      for (const row of stored) {
        const content = await contentOf(parts.files, row);
        if (content === null) lost.push(row);
        else await add(`files/${row.storageKey}`, content);
      }
      await addRows(add, { client, manifest, tenantId, totals: totalsOf(totals, { stored, lost }) });
    });
    return { ...totals, losses: lost };
  });
}

export type PlacedBackup = Backup & {
  /** The name of the moment. */
  readonly name: string;
  /** Keys of the files that were not in the place before. */
  readonly added: ReadonlySet<string>;
};

/**
 * Adds a moment to a place, with those of its files that are not in the place yet. A file that is
 * lost in the server's store but whole in the place is no loss.
 */
export async function backUpTo(place: BackupPlace, parts: BackupParts): Promise<PlacedBackup> {
  return atOneMoment(parts, async ({ client, manifest }) => {
    await claimPlace(place, await storeNameOf(client));
    const stored = await readStoredRows(client);
    const there = new Set(await keysOf(place.stored));
    const added = new Set<string>();
    const lost: StoredRow[] = [];
    for (const file of stored) {
      if (there.has(file.storageKey)) continue;
      if (await copyStored(file, { from: parts.files, into: place.stored })) added.add(file.storageKey);
      else lost.push(file);
    }
    const name = momentAt(parts.now);
    const totals = totalsOf({ rows: {}, files: 0 }, { stored, lost });
    const without = new Set(lost);
    await writeMoment(place, {
      name,
      fill: async (add) => {
        await add(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 2)));
        await addList(
          add,
          stored.filter((row) => !without.has(row)),
        );
        await addRows(add, { client, manifest, tenantId: null, totals });
      },
    });
    return { ...totals, losses: lost, name, added };
  });
}

type Moment = { readonly client: pg.Client; readonly manifest: Manifest };

/**
 * Runs `work` over one state of all rows. Files to which these rows point are not removed before
 * `work` has ended.
 */
async function atOneMoment<Result>(
  { connection, now }: BackupParts,
  work: (moment: Moment) => Promise<Result>,
): Promise<Result> {
  const client = await connectOwner(connection);
  try {
    // Taken before the snapshot, so that no file of the snapshot is deleted as a stray until the
    // backup ends.
    await client.query('select pg_advisory_lock_shared($1)', [FILES_IN_USE_LOCK]);
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local app.maintenance = 'on'`);
    const tables = await readTables(client);
    const migrations = await readMigrations(client);
    const at = new Date(now).toISOString();
    return await work({ client, manifest: { format: FORMAT, at, version: VERSION, migrations, tables } });
  } finally {
    await client.end();
  }
}

function totalsOf(totals: Totals, { stored, lost }: Record<'stored' | 'lost', readonly StoredRow[]>): Totals {
  totals.files = stored.length - lost.length;
  if (lost.length > 0) totals.lost = lost.map(({ storageKey }) => storageKey);
  return totals;
}

async function tenantOf(client: pg.Client, acronym: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select id::float8 as id from tenants where lower(acronym) = lower($1)',
    [acronymOf(acronym)],
  );
  if (rows[0] === undefined) throw new Error(`não há órgão com a sigla ${acronymOf(acronym)}`);
  return rows[0].id;
}

async function storeNameOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from file_store');
  if (rows[0] === undefined) throw new Error('os arquivos deste banco de dados ainda não têm nome: inicie o servidor');
  return rows[0].name;
}

type RowsToAdd = Moment & {
  /** The tenant whose rows are added; null for all tenants. */
  readonly tenantId: number | null;
  /** `addRows` writes the number of rows of each table here. */
  readonly totals: Totals;
};

/** Adds the tables to the archive, and last the totals. */
async function addRows(add: AddEntry, { client, manifest, tenantId, totals }: RowsToAdd): Promise<void> {
  for (const table of manifest.tables)
    totals.rows[table.name] = await addTable(add, { client, table, where: whereOf(table, tenantId) });
  await add(TOTALS_NAME, Buffer.from(JSON.stringify(totals)));
}

/** The condition for the rows of one tenant. Tables that belong to no tenant stay empty then. */
function whereOf({ name, columns }: TableList[number], tenantId: number | null): string {
  if (tenantId === null) return '';
  const column = name === 'tenants' ? 'id' : columns.find((one) => one === 'tenant_id');
  return column === undefined ? ' where false' : ` where ${quoted(column)} = ${tenantId}`;
}

/**
 * The bytes of a stored file; null when the store has no such file, or has other bytes than the row
 * says.
 */
async function contentOf(files: FileStore, row: StoredRow): Promise<Buffer | null> {
  try {
    return await buffer(await readStored(files, row));
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    return null;
  }
}

type TableToAdd = { readonly client: pg.Client; readonly table: TableList[number]; readonly where: string };

/**
 * Adds one table to the archive, in parts, because the size of what COPY writes is not known
 * beforehand. Returns the number of rows.
 */
async function addTable(add: AddEntry, { client, table, where }: TableToAdd): Promise<number> {
  const stream = client.query(copyTo(`copy (select ${columnsOf(table)} from ${quoted(table.name)}${where}) to stdout`));
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
