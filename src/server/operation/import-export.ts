// Imports the export of a tenant (S239): all of it in one transaction, or nothing. Its history is
// verified under the tenant's number in the export, because the links of the history contain that
// number.

import type pg from 'pg';
import { skeletonOf } from '#domain/look-alike.ts';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join, normalize } from 'node:path';
import * as v from 'valibot';
import { connectOwner } from '../db/connections.ts';
import { EXPORTED_TABLES, type ExportedTable, faultOfLine, readExportedTables } from '../export/exported-tables.ts';
import { type ExportManifest, linesOf, STORED_FILES, StoredLine } from '../export/make-export.ts';
import type { FileStore } from '../files/file-store.ts';
import { noPassword } from '../sessions/passwords.ts';
import {
  checkedLines,
  damagedLine,
  faultOfRow,
  jsonOf,
  otherThanSum,
  readManifest,
  readSums,
} from './exported-folder.ts';
import { linkAnew, refuseBrokenHistory } from './imported-history.ts';
import { quoted, readMigrations, readTables } from './read-tables.ts';

export type ImportParts = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  /** Epoch ms. */
  readonly now: number;
  /** The host name of the common address (S248); null where it is not known. */
  readonly commonHost?: string | null;
};

export type Imported = {
  readonly tenantId: number;
  readonly acronym: string;
  readonly documents: number;
  readonly files: number;
  /** Files that were lost before the export was made: their rows have no bytes. */
  readonly lost: readonly string[];
  /** Whether the tenant has another number here, so that its history was linked anew. */
  readonly renumbered: boolean;
  /**
   * How many people have the same number as a person of another tenant here, and share the common
   * address with them. A browser keeps the data of only one of the two.
   */
  readonly alike: number;
};

/**
 * Imports the folder. Throws one Portuguese sentence, which names the line when one is damaged. A
 * failed import leaves at most files without a row, which the server collects later.
 */
export async function importExport(folder: string, parts: ImportParts): Promise<Imported> {
  const { connection, files, now, commonHost = null } = parts;
  const client = await connectOwner(connection);
  const put: string[] = [];
  try {
    const sums = await readSums(folder);
    const manifest = await readManifest({ folder, sums });
    await refuseOtherVersion(client, manifest);
    await client.query('begin');
    await client.query(`select set_config('timezone', 'UTC', true)`);
    const { id: tenantId, passwords } = await makeRoom(client, manifest);
    const { tenant } = manifest;
    const target = { client, files, folder, sums, tenantId, tenant, now, commonHost, passwords, put };
    await takeFiles(target);
    for (const table of await readExportedTables(client)) await takeTable(target, table);
    await refuseOtherFiles(target);
    await refuseBrokenHistory(client, { tenantId, written: manifest.tenant.id });
    if (tenantId !== manifest.tenant.id) await linkAnew(client, tenantId);
    await continueIds(client, tenantId);
    const alike = await numbersOfOthers(client, tenantId);
    const { rows } = await client.query<{ documents: number }>(
      'select count(*)::int as documents from documents where tenant_id = $1',
      [tenantId],
    );
    await client.query('commit');
    put.length = 0;
    const { acronym } = manifest.tenant;
    const renumbered = tenantId !== manifest.tenant.id;
    return {
      tenantId,
      acronym,
      documents: rows[0]?.documents ?? 0,
      files: manifest.files,
      lost: manifest.lost,
      renumbered,
      alike,
    };
  } finally {
    await client.end();
    for (const key of put) await files.remove(key).catch(() => undefined);
  }
}

type Target = {
  readonly client: pg.Client;
  readonly files: FileStore;
  readonly folder: string;
  /** Path → SHA-256, without files and pages. */
  readonly sums: ReadonlyMap<string, string>;
  readonly tenantId: number;
  /** The tenant in the manifest of the export. */
  readonly tenant: ExportManifest['tenant'];
  readonly now: number;
  readonly commonHost: string | null;
  /**
   * Lower-case e-mail → hash of the password of the account in the empty tenant that is replaced.
   */
  readonly passwords: ReadonlyMap<string, string>;
  /** Keys in the file store that no row points at yet. */
  readonly put: string[];
};

async function refuseOtherVersion(client: pg.Client, { migrations, version }: ExportManifest): Promise<void> {
  if (JSON.stringify(await readMigrations(client)) === JSON.stringify(migrations)) return;
  throw new Error(
    `a exportação é de outra versão do Malote (${version}): importe com a versão que a fez e atualize depois`,
  );
}

/**
 * Finds the number for the tenant: the one that it has in the export, where that is free here. An
 * empty tenant of the same acronym is removed first; its accounts keep their passwords if the
 * export has them.
 */
async function makeRoom(
  client: pg.Client,
  { tenant }: ExportManifest,
): Promise<{ id: number; passwords: ReadonlyMap<string, string> }> {
  await client.query(`set local app.maintenance = 'on'`);
  const { rows: found } = await client.query<{ id: number; acronym: string }>(
    'select id::float8 as id, acronym from tenants where id = $1 or lower(acronym) = lower($2)',
    [tenant.id, tenant.acronym],
  );
  const waiting = found.find(({ acronym }) => acronym.toLowerCase() === tenant.acronym.toLowerCase());
  const passwords = waiting === undefined ? new Map<string, string>() : await removeEmpty(client, waiting);
  const isTaken = found.some(({ id }) => id === tenant.id && id !== waiting?.id);
  const id = !isTaken ? tenant.id : (waiting?.id ?? (await nextTenantId(client)));
  await client.query(`select set_config('app.tenant_id', $1, true), set_config('app.maintenance', 'off', true)`, [
    String(id),
  ]);
  return { id, passwords };
}

async function nextTenantId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('tenants', 'id'))::text as id`,
  );
  return Number(rows[0]?.id);
}

/** Tables that have rows in a new tenant before anybody works in it. */
const OF_A_NEW_TENANT = new Set(['tenants', 'counters', 'roles', 'users', 'user_roles']);
/**
 * Tables that get rows when people only log in and look. A tenant with rows in these alone still
 * counts as empty.
 */
const OF_LOOKING = new Set(['access_events', 'logins', 'receipt_keys', 'receipts']);

async function removeEmpty(
  client: pg.Client,
  { id, acronym }: { id: number; acronym: string },
): Promise<ReadonlyMap<string, string>> {
  await client.query(`select set_config('app.tenant_id', $1, true)`, [String(id)]);
  const holds = async (name: string, more: number): Promise<boolean> => {
    const { rowCount } = await client.query(`select from ${quoted(name)} where tenant_id = $1 limit ${more + 1}`, [id]);
    return (rowCount ?? 0) > more;
  };
  for (const name of Object.keys(EXPORTED_TABLES)) {
    const isFilled =
      name === 'users'
        ? await holds(name, 1)
        : !OF_A_NEW_TENANT.has(name) && !OF_LOOKING.has(name) && (await holds(name, 0));
    if (isFilled) throw new Error(`o órgão ${acronym} não está vazio: importe em um órgão novo ou em outro servidor`);
  }
  const { rows } = await client.query<{ email: string; hash: string }>(
    'select lower(email) as email, password_hash as hash from users where tenant_id = $1',
    [id],
  );
  const tables = (await readTables(client, [])).filter(({ columns }) => columns.includes('tenant_id')).toReversed();
  for (const { name } of tables) await client.query(`delete from ${quoted(name)} where tenant_id = $1`, [id]);
  await client.query('delete from tenants where id = $1', [id]);
  return new Map(rows.map(({ email, hash }) => [email, hash]));
}

const FILES_AT_ONCE = 100;

/** Stores the files, and notes in a temporary table which row has which file. */
async function takeFiles(target: Target): Promise<void> {
  const { client, files, folder, put } = target;
  await client.query(
    'create temporary table stored (of text, id bigint, storage_key text, size bigint, sha256 text, primary key (of, id)) on commit drop',
  );
  let noted: object[] = [];
  let last = 0;
  const flush = async (): Promise<void> => {
    const { rowCount } = await client.query(
      'insert into stored select * from jsonb_populate_recordset(null::stored, $1::jsonb) on conflict do nothing',
      [JSON.stringify(noted)],
    );
    if (rowCount !== noted.length)
      throw damagedLine(STORED_FILES, { at: last, why: 'nela ou antes dela está um arquivo pela segunda vez' });
    noted = [];
  };
  for await (const { line, at } of checkedLines(target, STORED_FILES)) {
    last = at;
    const parsed = v.safeParse(StoredLine, jsonOf(line));
    if (!parsed.success) throw damagedLine(STORED_FILES, { at, why: 'não é o registro de um arquivo' });
    const { table, id, path, size, sha256 } = parsed.output;
    if (normalize(path) !== path || path.startsWith('/') || path.startsWith('..') || path.includes('\\'))
      throw damagedLine(STORED_FILES, { at, why: 'o caminho sai da pasta' });
    const storageKey = randomBytes(16).toString('hex');
    if (sha256 !== null && size !== null) {
      put.push(storageKey);
      const kept = await files
        .put(createReadStream(join(folder, path)), { storageKey, maxBytes: size })
        .catch((error: unknown) => {
          throw new Error(`${path} não pôde ser guardado`, { cause: error });
        });
      if (kept.sha256 !== sha256 || kept.size !== size) throw otherThanSum(path);
    }
    noted.push({ of: table, id, storage_key: storageKey, size, sha256 });
    if (noted.length >= FILES_AT_ONCE) await flush();
  }
  await flush();
}

const BATCH_LINES = 200;
const BATCH_BYTES = 4 * 1024 * 1024;

async function takeTable(target: Target, table: ExportedTable): Promise<void> {
  const path = linesOf(table.name);
  let batch: { line: string; at: number }[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await insertLines(target, { table, batch });
    batch = [];
    bytes = 0;
  };
  for await (const { line, at } of checkedLines(target, path)) {
    const fault = faultOfLine(table, line) ?? faultOfRow(table, { line, tenant: target.tenant });
    if (fault !== null) throw damagedLine(path, { at, why: fault });
    batch.push({ line, at });
    bytes += line.length;
    if (batch.length >= BATCH_LINES || bytes >= BATCH_BYTES) await flush();
  }
  await flush();
}

type Batch = {
  readonly table: ExportedTable;
  readonly batch: readonly { readonly line: string; readonly at: number }[];
};

/**
 * Inserts lines by one statement. If the database refuses it, inserts them one by one, so that the
 * error names the damaged line.
 */
async function insertLines(target: Target, { table, batch }: Batch): Promise<void> {
  const { client } = target;
  const sent = batch.map(({ line }) => ({ ...(JSON.parse(line) as object), ...filled(target, { table, line }) }));
  await client.query('savepoint lines');
  try {
    await insertRows(target, { table, rows: sent });
  } catch {
    await client.query('rollback to savepoint lines');
    for (const [place, row] of sent.entries()) {
      await insertRows(target, { table, rows: [row] }).catch((error: unknown) => {
        throw damagedLine(linesOf(table.name), { at: batch[place]?.at ?? 0, why: refusalOf(error) });
      });
    }
  }
  await client.query('release savepoint lines');
}

function refusalOf(error: unknown): string {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
  if (constraint === 'users_email') return 'o e-mail já está em uso neste servidor';
  if (constraint.startsWith('tenants_')) return 'outro órgão tem um nome ou uma sigla que se confunde com estes';
  return error instanceof Error ? error.message : String(error);
}

/** The values that an export leaves out and a row must have. */
function filled(target: Target, { table, line }: { table: ExportedTable; line: string }): object {
  const { tenantId, now, passwords, tenant } = target;
  const change = { rev: Math.floor(now) };
  switch (table.name) {
    case 'tenants':
      return { id: tenantId, ...change, ...ofThisServer(JSON.parse(line) as TenantRow, { ...target, ...tenant }) };
    case 'counters':
      return { tenant_id: tenantId, value: Math.floor(now) };
    case 'users': {
      const { email } = JSON.parse(line) as { email: string };
      const password_hash = passwords.get(email.toLowerCase()) ?? noPassword();
      const sealing_key = `\\x${randomBytes(32).toString('hex')}`;
      return { tenant_id: tenantId, ...change, password_hash, sealing_key, scope_epoch: Math.floor(now / 60_000) };
    }
    case 'receipt_keys':
      return { tenant_id: tenantId, private_key: '\\x' };
    case 'receipts':
      return { tenant_id: tenantId };
    default:
      return { tenant_id: tenantId, ...change };
  }
}

type TenantRow = { readonly host: string | null; readonly name_skeleton: string | null };

/**
 * The values of a tenant that depend on the other tenants here. The common address belongs to no
 * tenant (S248). Skeletons are computed anew where the export has them (S154).
 */
function ofThisServer(
  { host, name_skeleton: known }: TenantRow,
  { commonHost, name, acronym }: { commonHost: string | null; name: string; acronym: string },
): object {
  const skeletons = known === null ? {} : { name_skeleton: skeletonOf(name), acronym_skeleton: skeletonOf(acronym) };
  return { ...skeletons, ...(host !== null && host === commonHost ? { host: null } : {}) };
}

/** By table: the column with the key of the row's file in the file store. */
const STORED_IN: Readonly<Record<string, string>> = { files: 'storage_key', users: 'image_key', tenants: 'logo_key' };

async function insertRows(
  { client }: Target,
  { table, rows }: { table: ExportedTable; rows: readonly object[] },
): Promise<void> {
  const known = await columnsOfTable(client, table.name);
  const stored = STORED_IN[table.name];
  const given = Object.keys(rows[0] ?? {}).filter((name) => known.has(name));
  const columns = [...given, ...(stored === undefined ? [] : [stored])].map(quoted).join(', ');
  const values = given.map((name) => `r.${quoted(name)}`);
  if (stored !== undefined)
    values.push(
      `(select s.storage_key from stored s where s.of = '${table.name}' and s.id = ${
        table.name === 'tenants' ? 's.id' : 'r.id'
      })`,
    );
  const identity = known.get('id') === true ? 'overriding system value' : '';
  await client.query(
    `insert into ${quoted(table.name)} (${columns}) ${identity} select ${values.join(', ')}
      from jsonb_populate_recordset(null::${quoted(table.name)}, $1::jsonb) r`,
    [JSON.stringify(rows)],
  );
}

const columnsRead = new WeakMap<pg.Client, Map<string, ReadonlyMap<string, boolean>>>();

/** The columns of a table, each with whether the database numbers it. */
async function columnsOfTable(client: pg.Client, table: string): Promise<ReadonlyMap<string, boolean>> {
  const read = columnsRead.get(client) ?? new Map<string, ReadonlyMap<string, boolean>>();
  columnsRead.set(client, read);
  const known = read.get(table);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ name: string; numbered: boolean }>(
    `select attname::text as name, attidentity <> '' as numbered from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [quoted(table)],
  );
  const found = new Map(rows.map(({ name, numbered }) => [name, numbered]));
  read.set(table, found);
  return found;
}

/**
 * How many people have the same id as a person of another tenant. 0 for a tenant with a host name
 * of its own, because browsers keep the data of each address apart.
 */
async function numbersOfOthers(client: pg.Client, tenantId: number): Promise<number> {
  await client.query(`select set_config('app.maintenance', 'on', true)`);
  const { rows } = await client.query<{ alike: number }>(
    `select count(*)::int as alike from users u join tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and t.host is null and u.deleted_at is null and exists (
        select from users o where o.id = u.id and o.tenant_id <> u.tenant_id and o.deleted_at is null)`,
    [tenantId],
  );
  return rows[0]?.alike ?? 0;
}

/** Throws when stored bytes do not have the size and the hash that their row in `files` says. */
async function refuseOtherFiles({ client, tenantId }: Target): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select f.id::text as id from files f left join stored s on s.of = 'files' and s.id = f.id
      where f.tenant_id = $1 and (s.id is null or s.sha256 is not null and (s.sha256 <> f.sha256 or s.size <> f.size)) limit 1`,
    [tenantId],
  );
  if (rows[0] !== undefined) throw new Error(`o arquivo ${rows[0].id} não é o que ${linesOf('files')} diz`);
}

/** Lets new ids follow the greatest one that came. */
async function continueIds(client: pg.Client, tenantId: number): Promise<void> {
  for (const name of Object.keys(EXPORTED_TABLES)) {
    if ((await columnsOfTable(client, name)).get('id') !== true) continue;
    const own = name === 'tenants' ? 'id' : 'tenant_id';
    await client.query(
      `select setval(s.name, m.id) from (select pg_get_serial_sequence($1, 'id')::regclass as name) s,
        (select max(id) as id from ${quoted(name)} where ${own} = $2) m where m.id >= nextval(s.name)`,
      [name, tenantId],
    );
  }
}
