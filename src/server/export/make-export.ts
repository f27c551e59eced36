// Takes everything of one tenant out of the database and the file store (S239). The bytes of files
// go first, which may take hours: they never change, so a second try goes on where the first one
// ended. Then one moment of the database is written: tables, pages, and the files that were added
// meanwhile.

import { Sha256 } from '#contract/scalars.ts';
import { VERSION } from '#contract/version.ts';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import * as v from 'valibot';
import { EXPORTED_TABLES, type ExportedTable, readExportedTables, schemaOf } from './exported-tables.ts';
import { documentPages, type ExportTenant, indexPage } from './pages.ts';
import { type StoredFile, storedFiles, sumStoredFiles } from './stored-files.ts';

export const EXPORT_FORMAT = 1;
export const MANIFEST = 'malote-exportacao.json';
export const SUMS = 'SHA256SUMS';
export const STORED_FILES = 'arquivos-guardados.jsonl';
export const linesOf = (table: string): string => `tabelas/${table}.jsonl`;

export const ExportManifest = v.object({
  format: v.literal(EXPORT_FORMAT),
  at: v.string(),
  version: v.string(),
  /** Hashes of the migrations that made the tables. */
  migrations: v.array(v.string()),
  tenant: v.object({ id: v.number(), name: v.string(), acronym: v.string() }),
  tables: v.array(v.object({ name: v.string(), rows: v.number(), sha256: v.string() })),
  files: v.number(),
  /** Files whose bytes were lost when the export was made. */
  lost: v.array(v.string()),
});
export type ExportManifest = v.InferOutput<typeof ExportManifest>;

/** A line of `arquivos-guardados.jsonl`. Size and hash are null for a file that is lost. */
export const StoredLine = v.pipe(
  v.object({
    table: v.picklist(['files', 'users', 'tenants']),
    id: v.pipe(v.number(), v.safeInteger()),
    path: v.pipe(v.string(), v.excludes('\0')),
    size: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    sha256: v.nullable(Sha256),
  }),
  v.check(({ size, sha256 }) => (size === null) === (sha256 === null)),
);

export type Sum = { readonly size: number; readonly sha256: string };

/** The place to which an export is written: a folder, or the stored parts of a download. */
export type Shelf = {
  /**
   * Takes a stored file into the export, unless an earlier attempt has done so. Returns size and
   * hash of its bytes; null when the file store has lost them.
   */
  keep(file: StoredFile): Promise<Sum | null>;
  /**
   * Drops everything but the files of documents and models, which never change. What is written
   * from here on is of one moment.
   */
  begin(): Promise<void>;
  /** Writes a text, such as a table or a page. */
  write(path: string, content: AsyncIterable<Buffer | string>): Promise<Sum>;
  /** Writes the sums of everything kept and written since `begin`, and completes the export. */
  end(): Promise<void>;
};

export type ExportProgress = { readonly files: number; readonly bytes: number };

export type ExportParts = {
  /** A connection of its own, as the owner of the tables. */
  readonly client: pg.Client;
  readonly tenantId: number;
  readonly shelf: Shelf;
  /** Epoch ms. */
  readonly now: number;
  /** Called with what is done and with the totals. Throws to stop the export. */
  readonly onProgress?: (done: ExportProgress, all: ExportProgress) => Promise<void>;
  /** Called when all is written, before the export counts as complete. */
  readonly beforeEnd?: (made: ExportTotals) => Promise<void>;
};

export type ExportTotals = { readonly documents: number; readonly files: number; readonly lost: readonly string[] };

export async function makeExport(parts: ExportParts): Promise<ExportTotals> {
  const { client, tenantId, shelf } = parts;
  await client.query(`select set_config('app.tenant_id', $1, false), set_config('timezone', 'UTC', false)`, [
    String(tenantId),
  ]);
  await keepFiles(parts);
  await client.query('begin isolation level repeatable read read only');
  const made = await writeMoment(parts);
  await client.query('commit');
  await parts.beforeEnd?.(made);
  await shelf.end();
  return made;
}

async function keepFiles({ client, tenantId, shelf, onProgress }: ExportParts): Promise<void> {
  const all = await sumStoredFiles(client, tenantId);
  const done = { files: 0, bytes: 0 };
  await onProgress?.({ ...done }, all);
  for await (const file of storedFiles(client, tenantId)) {
    if (file.table !== 'files') break;
    await shelf.keep(file);
    done.files += 1;
    done.bytes += file.size ?? 0;
    await onProgress?.({ ...done }, all);
  }
}

async function writeMoment({ client, tenantId, shelf, now }: ExportParts): Promise<ExportTotals> {
  const tenant = await readTenant(client, tenantId);
  await shelf.begin();
  const lost: StoredFile[] = [];
  let files = 0;
  const storedLines = async function* (): AsyncGenerator<string> {
    for await (const file of storedFiles(client, tenantId)) {
      const kept = await shelf.keep(file);
      if (kept === null) lost.push(file);
      else files += 1;
      const { table, id, path } = file;
      yield `${JSON.stringify({ table, id, path, size: kept?.size ?? null, sha256: kept?.sha256 ?? null })}\n`;
    }
  };
  await shelf.write(STORED_FILES, storedLines());
  const tables: { name: string; rows: number; sha256: string }[] = [];
  for (const table of await readExportedTables(client)) {
    const lines = linesOfTable(client, { table, tenantId });
    const { sha256 } = await shelf.write(linesOf(table.name), lines.stream);
    tables.push({ name: table.name, rows: lines.rows(), sha256 });
    await shelf.write(`tabelas/${table.name}.schema.json`, whole(`${JSON.stringify(schemaOf(table), null, 2)}\n`));
  }
  const lostIds = new Set(lost.filter(({ table }) => table === 'files').map(({ id }) => id));
  const pages = { client, tenant, now, lost: lostIds };
  let documents = 0;
  for await (const { path, text } of documentPages(pages)) {
    await shelf.write(path, whole(text));
    documents += 1;
  }
  const lostFiles = lost.map(({ path }) => path);
  const described = tables.map(({ name, rows }) => ({ name, rows, what: EXPORTED_TABLES[name] ?? '' }));
  await shelf.write('indice.html', indexPage(pages, { documents, files, lostFiles, tables: described }));
  const { rows } = await client.query<{ hash: string }>('select hash from schema_migrations order by id');
  const manifest: ExportManifest = {
    format: EXPORT_FORMAT,
    at: new Date(now).toISOString(),
    version: VERSION,
    migrations: rows.map(({ hash }) => hash),
    tenant: { id: tenant.id, name: tenant.name, acronym: tenant.acronym },
    tables,
    files,
    lost: lostFiles,
  };
  await shelf.write(MANIFEST, whole(`${JSON.stringify(manifest, null, 2)}\n`));
  return { documents, files, lost: lostFiles };
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

async function readTenant(client: pg.Client, tenantId: number): Promise<ExportTenant> {
  const { rows } = await client.query<ExportTenant>(
    'select id::float8 as id, name, acronym, time_zone as "timeZone" from tenants where id = $1',
    [tenantId],
  );
  if (rows[0] === undefined) throw new Error('o órgão não existe mais');
  return rows[0];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The rows of a table as lines of JSON, as the database writes them. JSON escapes control
 * characters, so with two of them as quote and delimiter COPY adds nothing to a line.
 */
function linesOfTable(
  client: pg.Client,
  { table, tenantId }: { readonly table: ExportedTable; readonly tenantId: number },
): { stream: AsyncIterable<Buffer>; rows: () => number } {
  const { name, columns, order } = table;
  const own = name === 'tenants' ? 'id' : 'tenant_id';
  const by = order.length === 0 ? '' : `order by ${order.map(quoted).join(', ')}`;
  const stream = client.query(
    copyTo(
      `copy (select row_to_json(t) from (select ${columns.map((column) => quoted(column.name)).join(', ')} from ${quoted(name)}
        where ${quoted(own)} = ${Math.trunc(tenantId)} ${by}) t) to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')`,
    ),
  );
  return { stream, rows: () => stream.rowCount ?? 0 };
}
