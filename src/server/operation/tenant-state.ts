// Tenants for the operator: what each one has, how it is suspended, and how it is deleted in two
// steps (S247).

import { acronymOf } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import * as v from 'valibot';
import { connectOwner } from '../db/connections.ts';
import { isUniqueViolation, openDatabase, withDatabase } from '../db/database.ts';
import type { FileStore } from '../files/file-store.ts';
import { removeUnreferenced } from '../jobs/collect-stray-files.ts';
import { removeTenant } from './remove-tenants.ts';
import { changeTenant } from './tenants.ts';

const DAY_MS = 86_400_000;
/** Days that a suspended tenant waits before it may be deleted. */
export const DELETE_DAYS = { least: 7, usual: 30, most: 365 } as const;

export type TenantFacts = {
  readonly acronym: string;
  readonly name: string;
  readonly time_zone: string;
  readonly host: string | null;
  readonly demonstration: boolean;
  readonly disabled_at: string | null;
  readonly delete_from: string | null;
  readonly people: number;
  readonly people_quota: number | null;
  readonly documents: number;
  readonly files: number;
  readonly stored_mb: number;
  readonly storage_quota_mb: number | null;
  readonly person_storage_quota_mb: number | null;
  readonly last_login_at: string | null;
};

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * The facts of the tenant with this acronym; with null, of all tenants in the order of their
 * acronyms.
 */
export async function readTenants(connection: pg.ClientConfig, acronym: string | null): Promise<TenantFacts[]> {
  return asOwner(connection, async (client) => {
    const { rows } = await client.query<TenantFacts>(
      `select t.acronym, t.name, t.time_zone, t.host, t.demonstration, ${iso('t.disabled_at')} as disabled_at,
        ${iso('t.delete_from')} as delete_from, t.people_quota, t.storage_quota_mb, t.person_storage_quota_mb,
        (select count(*)::int from users u where u.tenant_id = t.id and u.deleted_at is null and u.status = 'active') as people,
        (select count(*)::float8 from documents d where d.tenant_id = t.id) as documents,
        (select count(*)::float8 from files f where f.tenant_id = t.id and f.deleted_at is null) as files,
        (select coalesce(ceil(sum(s.bytes) / 1048576.0), 0)::float8 from storage_use s where s.tenant_id = t.id) as stored_mb,
        (select ${iso('max(u.last_login_at)')} from users u where u.tenant_id = t.id) as last_login_at
      from tenants t where $1::text is null or lower(t.acronym) = lower($1) order by t.acronym`,
      [acronym === null ? null : acronymOf(acronym)],
    );
    if (acronym !== null && rows.length === 0) throw noTenant(acronym);
    return rows;
  });
}

/**
 * Suspends a tenant (S247): ends the sessions of its people, with push on their devices, and lets
 * none of them in from now on. Data and receipts stay, and nothing is sent.
 */
export async function disableTenant(connection: pg.ClientConfig, of: { acronym: string; now: number }): Promise<void> {
  await changeTenant(connection, { acronym: of.acronym, fields: ['status:inactive'] }, async (tx, id) => {
    await tx.execute(
      sql`update tenants set disabled_at = coalesce(disabled_at, ${instant(of.now)}::timestamptz) where id = ${id}`,
    );
    await tx.execute(sql`delete from sessions where tenant_id = ${id}`);
  });
}

/** Lets the people of a suspended tenant in again. A deletion that was begun is called off. */
export async function enableTenant(connection: pg.ClientConfig, acronym: string): Promise<void> {
  await changeTenant(connection, { acronym, fields: ['status:active'] }, (tx, id) =>
    tx.execute(sql`update tenants set disabled_at = null, delete_from = null where id = ${id}`),
  );
}

/** The first step of a deletion: suspends the tenant, and notes from when on it may be deleted. */
export async function beginDeletion(
  connection: pg.ClientConfig,
  of: { acronym: string; now: number; days: number },
): Promise<string> {
  const { least, most } = DELETE_DAYS;
  if (!Number.isInteger(of.days) || of.days < least || of.days > most)
    throw new Error(`a espera é de ${least} a ${most} dias`);
  await disableTenant(connection, of);
  const from = instant(of.now + of.days * DAY_MS);
  await changeTenant(connection, { acronym: of.acronym, fields: ['delete_from'] }, (tx, id) =>
    tx.execute(sql`update tenants set delete_from = ${from}::timestamptz where id = ${id}`),
  );
  return from;
}

export type Deletion = { readonly documents: number; readonly files: number };

/**
 * The second step of a deletion, after the wait: removes all rows of the tenant and their files.
 * The public keys of its receipts stay, so that a receipt on paper can still be checked. While a
 * backup reads files, the tenant's files stay, and are collected later like all files without a
 * row.
 */
export async function deleteTenant(
  { connection, files }: { connection: pg.ClientConfig; files: FileStore },
  { acronym, now }: { acronym: string; now: number },
): Promise<Deletion> {
  const done = await asOwner(connection, async (client) => {
    const { rows } = await client.query<{ id: number; from: string | null; documents: number }>(
      `select t.id::float8 as id, ${iso('t.delete_from')} as from,
        (select count(*)::float8 from documents d where d.tenant_id = t.id) as documents
      from tenants t where lower(t.acronym) = lower($1)`,
      [acronymOf(acronym)],
    );
    const [tenant] = rows;
    if (tenant === undefined) throw noTenant(acronym);
    if (tenant.from === null)
      throw new Error(`a exclusão de ${acronym} não foi iniciada: npm run admin -- tenant delete ${acronym}`);
    if (Date.parse(tenant.from) > now) throw new Error(`${acronym} só pode ser apagado a partir de ${tenant.from}`);
    await client.query(
      `insert into former_receipt_keys (key, public_key, made_at, retired_at, acronym, name)
        select k.key, k.public_key, k.made_at, coalesce(k.retired_at, $2::timestamptz), t.acronym, t.name
        from receipt_keys k join tenants t on t.id = k.tenant_id where k.tenant_id = $1`,
      [tenant.id, instant(now)],
    );
    const { rows: stored } = await client.query<{ key: string }>(
      `select storage_key as key from files where tenant_id = $1
        union select image_key from users where tenant_id = $1 and image_key is not null
        union select logo_key from tenants where id = $1 and logo_key is not null
        union select storage_key from staged_parts where tenant_id = $1
        union select unnest(parts) from exports where tenant_id = $1`,
      [tenant.id],
    );
    await removeTenant(client, tenant.id);
    await client.query('commit');
    return { documents: tenant.documents, keys: stored.map(({ key }) => key) };
  });
  return { documents: done.documents, files: await removeFiles({ connection, files }, done.keys) };
}

const FILES_AT_A_TIME = 500;

async function removeFiles(
  { connection, files }: { connection: pg.ClientConfig; files: FileStore },
  keys: readonly string[],
): Promise<number> {
  const database = await openDatabase({ connection, onError: () => undefined });
  try {
    let removed = 0;
    for (let at = 0; at < keys.length; at += FILES_AT_A_TIME)
      removed += (await removeUnreferenced({ database, files }, keys.slice(at, at + FILES_AT_A_TIME))).removed;
    return removed;
  } finally {
    await database.close();
  }
}

const PHONE = /^[+()\d .-]{8,25}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Whether a text is a host name, such as `oficios.prefeitura.gov.br`: labels of 1 to 63 letters,
 * digits and hyphens, 253 in all.
 */
function isHostName(host: string): boolean {
  const labels = host.split('.');
  const areLabels = labels.every((one) => /^[a-z0-9-]{1,63}$/.test(one) && !one.startsWith('-') && !one.endsWith('-'));
  // The last label begins with a letter and has two characters at least, as in no numeric address.
  return host.length <= 253 && labels.length > 1 && areLabels && /^[a-z][a-z0-9-]/.test(labels.at(-1) ?? '');
}

type Front = {
  readonly host?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  /** The host name of the common address, which belongs to no tenant. */
  readonly commonHost?: string | null;
};

/**
 * Sets what a tenant shows before the login: its own host name (S248), and whom to ask for help. An
 * absent value stays, and null takes it away. Throws one Portuguese sentence.
 */
export async function setFront(connection: pg.ClientConfig, given: Front & { acronym: string }): Promise<void> {
  const host = given.host?.toLowerCase();
  if (typeof host === 'string' && !isHostName(host))
    throw new Error(`${host} não é um nome de servidor como oficios.prefeitura.gov.br, sem https:// e sem porta`);
  if (typeof host === 'string' && host === given.commonHost)
    throw new Error(`${host} é o endereço comum do servidor: as pessoas de outros órgãos não entrariam mais`);
  if (typeof given.phone === 'string' && !PHONE.test(given.phone))
    throw new Error('o telefone tem só números e sinais');
  if (typeof given.email === 'string' && !EMAIL.test(given.email)) throw new Error('informe um e-mail válido');
  if (typeof host === 'string') await refuseTakenHost(connection, { acronym: given.acronym, host });
  const fields = [
    ...(given.host === undefined ? [] : ['host']),
    ...(given.phone === undefined ? [] : ['contact_phone']),
    ...(given.email === undefined ? [] : ['contact_email']),
  ];
  const change = changeTenant(connection, { acronym: given.acronym, fields }, async (tx, id) => {
    if (given.host !== undefined)
      await tx.execute(sql`update tenants set host = ${host ?? null}::text where id = ${id}`);
    if (given.phone !== undefined)
      await tx.execute(sql`update tenants set contact_phone = ${given.phone}::text where id = ${id}`);
    if (given.email !== undefined)
      await tx.execute(sql`update tenants set contact_email = ${given.email}::text where id = ${id}`);
  });
  await change.catch(async (error: unknown) => {
    // The host name was free when it was looked up, and another tenant got it meanwhile.
    if (typeof host === 'string' && isUniqueViolation(error, 'tenants'))
      await refuseTakenHost(connection, { acronym: given.acronym, host });
    throw error;
  });
}

async function refuseTakenHost(
  connection: pg.ClientConfig,
  { acronym, host }: { readonly acronym: string; readonly host: string },
): Promise<void> {
  await withDatabase(connection, async (database) => {
    const [taken] = await database.onceAsSystem((tx) =>
      tx.rowsOf(
        v.object({ acronym: v.string() }),
        sql`select acronym from tenants where host = ${host} and lower(acronym) <> lower(${acronymOf(acronym)})`,
      ),
    );
    if (taken !== undefined) throw new Error(`${host} já é o endereço de ${taken.acronym}`);
  });
}

const instant = (ms: number): string => new Date(ms).toISOString();

export function noTenant(acronym: string): Error {
  return new Error(`não há órgão com a sigla ${acronymOf(acronym)}`);
}

/**
 * One transaction of the tables' owner, in which all tenants are visible. `work` commits what it
 * writes.
 */
async function asOwner<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await client.query(`set local app.maintenance = 'on'`);
    return await work(client);
  } finally {
    await client.end();
  }
}
