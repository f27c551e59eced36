// Restores a backup into an empty, migrated database and its file store. Files come first and then
// all rows in one transaction, so that no row ever points at a missing file and a failed restore
// leaves the database empty.

import { acronymOf } from '#domain/text.ts';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import * as v from 'valibot';
import type { FileStore } from '../files/file-store.ts';
import {
  type ArchiveEntry,
  damaged,
  linesIn,
  LIST_KIND,
  Manifest,
  MANIFEST_NAME,
  readArchive,
  readStoredRows,
  type StoredRow,
  Totals,
  TOTALS_NAME,
} from './archive.ts';
import { type BackupPlace, copyAll, readList, readMoment } from './backup-place.ts';
import { outrankDevices } from './rollbacks.ts';
import { columnsOf, quoted, readMigrations, readTables, type TableList } from './read-tables.ts';
import { connectOwner } from '../db/connections.ts';

export type RestoreParts = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  /** Epoch milliseconds. */
  readonly now: number;
};

export type RestoreResult = Totals & {
  /**
   * Files of the rows that the archive does not have, or has with other bytes. They are not in the
   * store.
   */
  readonly losses: readonly StoredRow[];
};

/** Restores the archive of `npm run backup -- FILE`, which holds the files too. */
export function restoreBackup(path: string, parts: RestoreParts): Promise<RestoreResult> {
  return restoreFrom({ entries: readArchive(path), stored: null, tenant: null }, parts);
}

/**
 * Restores a moment of BACKUP_TO, whose files lie beside it. `tenant`: the acronym of the only
 * tenant to restore.
 */
export function restoreMoment(
  { place, name, tenant = null }: { place: BackupPlace; name: string; tenant?: string | null },
  parts: RestoreParts,
): Promise<RestoreResult> {
  return restoreFrom({ entries: readMoment(place, name), stored: place.stored, tenant }, parts);
}

type Source = {
  readonly entries: AsyncIterable<ArchiveEntry>;
  /** The store with the files, where the archive does not hold them; null where it does. */
  readonly stored: FileStore | null;
  /** The acronym of the tenant whose rows are restored; null for all tenants. */
  readonly tenant: string | null;
};

/**
 * Throws one Portuguese sentence when the target isn't empty, the versions differ or the archive is
 * cut off.
 */
async function restoreFrom(source: Source, { connection, files, now }: RestoreParts): Promise<RestoreResult> {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await client.query(`set local app.maintenance = 'on'`);
    const tables = await readTables(client);
    await refuseFilled(client, tables);
    // COPY refuses tables with row-level security, which binds an ordinary owner as well. It is
    // switched off until the rows are in.
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} no force row level security`);
    const hashes = new Map<string, string>();
    const found = await takeIn(source, { client, files, hashes });
    const losses =
      source.stored === null
        ? await judgeFiles(client, { files, hashes })
        : await copyAll(await readStoredRows(client), { from: source.stored, into: files });
    if (source.stored !== null) found.files = (await readStoredRows(client)).length - losses.length;
    for (const table of tables) await continueIds(client, table);
    await outrankDevices(client, { tables, now });
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} force row level security`);
    await client.query('commit');
    // Statistics, as after seeding: without them the query plans of the first minutes are guesses.
    await client.query('vacuum (analyze)');
    return { ...found, losses };
  } finally {
    await client.end();
  }
}

type Target = {
  readonly client: pg.Client;
  readonly files: FileStore;
  /** The hashes of the files that were stored, by their keys. */
  readonly hashes: Map<string, string>;
};

/**
 * Compares the stored files with their rows, and removes wrong bytes from the store. Resolves to
 * the rows whose file is missing or wrong.
 */
async function judgeFiles(client: pg.Client, { files, hashes }: Omit<Target, 'client'>): Promise<readonly StoredRow[]> {
  const losses: StoredRow[] = [];
  for (const row of await readStoredRows(client)) {
    const hash = hashes.get(row.storageKey);
    if (hash !== undefined && (row.sha256 === null || hash === row.sha256)) continue;
    if (hash !== undefined) await files.remove(row.storageKey);
    losses.push(row);
  }
  return losses;
}

async function takeIn({ entries, stored, tenant }: Source, { client, files, hashes }: Target): Promise<Totals> {
  const filter = tenant === null ? null : rowsOfTenant(acronymOf(tenant));
  const read: Totals = { rows: {}, files: 0 };
  let manifest: Manifest | null = null;
  let totals: Totals | null = null;
  const copying: { table: string; copy: CopyStreamQuery | null } = { table: '', copy: null };
  const found: Totals = { rows: {}, files: 0 };
  const endTable = async (): Promise<void> => {
    const { table, copy } = copying;
    if (copy === null) return;
    copy.end();
    await finished(copy);
    found.rows[table] = copy.rowCount ?? 0;
    copying.copy = null;
  };
  for await (const { name, content } of entries) {
    if (manifest === null) {
      manifest = readManifest(name, content);
      await refuseOtherVersion(client, manifest);
      for (const table of manifest.tables) [found.rows[table.name], read.rows[table.name]] = [0, 0];
      continue;
    }
    const [kind, key = ''] = name.split('/');
    if (kind === LIST_KIND) {
      if (stored === null)
        throw new Error('os arquivos deste backup estão em BACKUP_TO: use npm run restore -- --moment');
      read.files += readList(content).length;
    } else if (kind === 'files') {
      const { sha256 } = await files.put(Readable.from([content]), { storageKey: key, maxBytes: content.length });
      hashes.set(key, sha256);
      found.files += 1;
      read.files += 1;
    } else if (kind === 'tables') {
      const table = manifest.tables.find((one) => one.name === key);
      if (table === undefined) throw damaged();
      if (copying.table !== key) {
        await endTable();
        copying.table = key;
        copying.copy = startCopy(client, table);
      }
      read.rows[key] = (read.rows[key] ?? 0) + linesIn(content);
      const rows = filter === null ? content : filter(table, content);
      if (copying.copy?.write(rows) === false) await once(copying.copy, 'drain');
    } else if (name === TOTALS_NAME) {
      await endTable();
      totals = v.parse(Totals, JSON.parse(content.toString('utf8')));
    }
  }
  if (totals === null || JSON.stringify(sorted(totals)) !== JSON.stringify(sorted(read))) throw damaged();
  if (tenant !== null && found.rows['tenants'] === 0) throw new Error(`o backup não tem o órgão ${acronymOf(tenant)}`);
  return found;
}

/**
 * Returns a function that keeps, of what COPY wrote, the lines of one tenant. Each row is one line,
 * because tabs and line feeds in values are escaped. `tenants` comes before every table that points
 * at it.
 */
function rowsOfTenant(acronym: string): (table: TableList[number], content: Buffer) => Buffer {
  let id: string | null = null;
  let begun = { table: '', rest: '' };
  return ({ name, columns }, content) => {
    const rest = begun.table === name ? begun.rest : '';
    const lines = `${rest}${content.toString('latin1')}`.split('\n');
    begun = { table: name, rest: lines.pop() ?? '' };
    const place = columns.indexOf(name === 'tenants' ? 'acronym' : 'tenant_id');
    const wanted = name === 'tenants' ? acronym.toLowerCase() : id;
    const valueIn = (line: string): string => Buffer.from(line.split('\t')[place] ?? '', 'latin1').toString();
    const kept = lines.filter((line) => place >= 0 && valueIn(line).toLowerCase() === wanted);
    if (name === 'tenants') id = kept[0]?.split('\t')[columns.indexOf('id')] ?? id;
    return Buffer.from(kept.map((line) => `${line}\n`).join(''), 'latin1');
  };
}

function startCopy(client: pg.Client, table: TableList[number]): CopyStreamQuery {
  const copy = client.query(copyFrom(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`));
  // The error is thrown where the stream is written or ended. The empty handler only keeps it from
  // ending the process.
  copy.on('error', () => undefined);
  return copy;
}

function readManifest(name: string, content: Buffer): Manifest {
  if (name !== MANIFEST_NAME) throw new Error('o arquivo não é um backup do Malote');
  const parsed = v.safeParse(Manifest, JSON.parse(content.toString('utf8')));
  if (!parsed.success) throw new Error('o backup é de um formato que esta versão não conhece');
  return parsed.output;
}

async function refuseOtherVersion(client: pg.Client, manifest: Manifest): Promise<void> {
  const own = await readMigrations(client);
  if (JSON.stringify(own) === JSON.stringify(manifest.migrations)) return;
  const made = manifest.version === undefined ? '' : ` (${manifest.version})`;
  throw new Error(`o backup é de outra versão do Malote${made}: restaure com a versão que o fez e atualize depois`);
}

async function refuseFilled(client: pg.Client, tables: TableList): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${quoted(name)}) as filled`);
    if (rows[0]?.filled === true) throw new Error('o banco de dados não está vazio: restaure em um novo');
  }
}

/** Sets the sequence of ids past the greatest id in the table. */
async function continueIds(client: pg.Client, { name, columns }: TableList[number]): Promise<void> {
  if (!columns.includes('id')) return;
  await client.query(
    `select setval(pg_get_serial_sequence($1, 'id'), coalesce(max(id), 0) + 1, false) from ${quoted(name)}`,
    [name],
  );
}

function sorted(totals: Totals): unknown {
  return [totals.files, Object.entries(totals.rows).toSorted(([a], [b]) => (a < b ? -1 : 1))];
}
