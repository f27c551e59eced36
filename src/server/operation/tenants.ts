import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { isLatin, isPlainAcronym, skeletonOf } from '#domain/look-alike.ts';
import { ROLES, SUPER_ADMIN } from '#domain/permissions.ts';
import { fold } from '#domain/search.ts';
import { acronymOf, emailOf, lineOf } from '#domain/text.ts';
import { isTimeZone, ZONES } from '#domain/time-zones.ts';
import { COMMAND_LINE } from '#contract/access-words.ts';
import { sql, type SQL } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import * as v from 'valibot';
import { movedClock } from '../config/system-clock.ts';
import { connectOwner } from '../db/connections.ts';
import { isUniqueViolation, type Transaction, withDatabase } from '../db/database.ts';
import { becomeSystem } from '../db/roles.ts';
import type { StoredFile } from '../files/file-store.ts';
import { stampChange } from '../once/change-counter.ts';
import { createPasswordHasher, judgeNewPassword } from '../sessions/passwords.ts';

type NewTenant = {
  readonly name: string;
  readonly acronym: string;
  /** Absent: the zone of Brasília. */
  readonly timeZone?: string;
  /** The stored logo, encoded anew. The caller removes it when the tenant can't be made. */
  readonly logo?: Pick<StoredFile, 'storageKey' | 'sha256'>;
  readonly admin: { readonly name: string; readonly email: string; readonly password?: string };
};

/** The values in the form in which commands store them (S25). */
function asStored({ admin, name, acronym, timeZone, ...rest }: NewTenant): NewTenant {
  return {
    ...rest,
    name: lineOf(name),
    acronym: acronymOf(acronym).toUpperCase(),
    ...(timeZone === undefined ? {} : { timeZone: zoneNamed(timeZone) }),
    admin: { ...admin, name: lineOf(admin.name), email: emailOf(admin.email) },
  };
}

/** 128 bits, because the password may stay in a message until it is changed. */
const FIRST_PASSWORD_BYTES = 16;
const ACRONYM_LENGTH = { min: 2, max: 12 } as const;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Makes a tenant with its counters, the seven roles (rule B8) and one Super Admin. Returns the
 * password of the Super Admin, which is generated when none was given. Throws one Portuguese
 * sentence when a value is taken or invalid.
 */
export async function createTenant(
  connection: pg.ClientConfig,
  given: NewTenant,
): Promise<{ id: number; password: string }> {
  const tenant = asStored(given);
  const { admin } = tenant;
  const password = admin.password ?? randomBytes(FIRST_PASSWORD_BYTES).toString('base64url');
  const refused = judgeNewPassword(password, admin.email);
  if (refused !== null) throw new Error(REFUSAL_TEXT[refused.code]);
  if (tenant.name === '' || admin.name === '') throw new Error('informe o nome do órgão e o do administrador');
  const { length } = tenant.acronym;
  if (!isPlainAcronym(tenant.acronym) || length < ACRONYM_LENGTH.min || length > ACRONYM_LENGTH.max)
    throw new Error('a sigla tem de 2 a 12 letras de A a Z, sem acento, ou números');
  if (!isLatin(tenant.name)) throw new Error('o nome do órgão é escrito só com letras do nosso alfabeto');
  if (tenant.timeZone !== undefined && !isTimeZone(tenant.timeZone)) throw new Error(noZone(tenant.timeZone));
  if (!EMAIL.test(admin.email)) throw new Error('informe um e-mail válido para o administrador');
  const passwordHash = await createPasswordHasher().hash(password, admin);
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await refuseTaken(client, tenant);
    const id = await insertTenant(client, tenant);
    const roleIds = await insertRoles(client, id);
    await insertAdmin(client, { tenantId: id, roleId: roleIds.get(SUPER_ADMIN) ?? 0, admin, passwordHash });
    await client.query(NOTED, [id, 'create-tenant', [], instant()]);
    await client.query('commit');
    return { id, password };
  } catch (error) {
    // Acronym and e-mail were free when they were looked up, and another console took one
    // meanwhile.
    if (isUniqueViolation(error, 'tenants') || isUniqueViolation(error, 'users')) {
      await client.query('rollback and chain');
      await refuseTaken(client, tenant);
    }
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Notes an operator's act on a tenant as an event of the tenant's audit. The event has no person
 * (id 0), because an operator is none of the tenant's people.
 */
const NOTED = `insert into access_events (tenant_id, at, arrived_at, user_id, kind, device, act, fields)
  values ($1, $4, $4, 0, 'act', '${COMMAND_LINE}', $2, $3::text[])`;

/** Now, by the clock of this machine: a command of the console has no services with a clock. */
const instant = (): string => new Date(movedClock(0)()).toISOString();

/**
 * Changes the tenant of this acronym, and notes the change of `fields` in its audit, in one
 * transaction; without any field nothing is noted. Throws one Portuguese sentence when there is no
 * such tenant.
 */
export async function changeTenant<T>(
  connection: pg.ClientConfig,
  { acronym, fields }: { readonly acronym: string; readonly fields: readonly string[] },
  work: (tx: Transaction, id: number) => Promise<T>,
): Promise<T> {
  return withDatabase(connection, async (database) => {
    const [tenant] = await database.onceAsSystem((tx) =>
      tx.rowsOf(
        v.object({ id: v.number() }),
        sql`select id from tenants where lower(acronym) = lower(${acronymOf(acronym)})`,
      ),
    );
    if (tenant === undefined) throw new Error(`não há órgão com a sigla ${acronymOf(acronym)}`);
    const { id } = tenant;
    return database.inTenant(id, async (tx) => {
      await tx.execute(sql`select 1 from tenants where id = ${id} for update`);
      // Noted before the work, which may take the tenant's change number as the last statement of
      // the transaction (S3).
      if (fields.length > 0) await tx.execute(noted(id, fields));
      return work(tx, id);
    });
  });
}

const noted = (tenantId: number, fields: readonly string[], at = instant()): SQL =>
  sql`insert into access_events (tenant_id, at, arrived_at, user_id, kind, device, act, fields)
    values (${tenantId}, ${at}, ${at}, 0, 'act', ${COMMAND_LINE}, 'update-tenant', ${sql.param([...fields])}::text[])`;

/**
 * Throws when the e-mail has an account in any tenant (rule H7), or another tenant has the acronym.
 */
async function refuseTaken(client: pg.Client, tenant: NewTenant): Promise<void> {
  await becomeSystem(client);
  const acronyms = await client.query('select 1 from tenants where lower(acronym) = lower($1)', [tenant.acronym]);
  const looks = await client.query('select 1 from tenants where name_skeleton = $1 or acronym_skeleton = $2', [
    skeletonOf(tenant.name),
    skeletonOf(tenant.acronym),
  ]);
  const emails = await client.query('select 1 from users where lower(email) = lower($1) and deleted_at is null', [
    tenant.admin.email,
  ]);
  await client.query('reset role');
  if (acronyms.rowCount !== 0) throw new Error(`a sigla ${tenant.acronym} já existe`);
  if (looks.rowCount !== 0) throw new Error('outro órgão tem um nome ou uma sigla que se confunde com estes');
  if (emails.rowCount !== 0) throw new Error(`o e-mail ${tenant.admin.email} já está em uso`);
}

async function insertTenant(client: pg.Client, tenant: NewTenant): Promise<number> {
  const { rows } = await client.query<{ id: string }>(`select nextval(pg_get_serial_sequence('tenants', 'id')) as id`);
  const id = Number(rows[0]?.id);
  await client.query(`select set_config('app.tenant_id', $1, true)`, [String(id)]);
  await client.query(
    `insert into tenants (id, name, acronym, name_skeleton, acronym_skeleton, time_zone, logo_key, logo_sha256)
      overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      tenant.name,
      tenant.acronym,
      skeletonOf(tenant.name),
      skeletonOf(tenant.acronym),
      tenant.timeZone ?? ZONES[0],
      tenant.logo?.storageKey ?? null,
      tenant.logo?.sha256 ?? null,
    ],
  );
  await client.query('insert into counters (tenant_id, value) values ($1, 1)', [id]);
  return id;
}

async function insertRoles(client: pg.Client, tenantId: number): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [name, permissions] of Object.entries(ROLES)) {
    const { rows } = await client.query<{ id: string }>(
      'insert into roles (tenant_id, rev, name, permissions) values ($1, 1, $2, $3) returning id',
      [tenantId, name, permissions],
    );
    ids.set(name, Number(rows[0]?.id));
  }
  return ids;
}

type NewAdmin = {
  readonly tenantId: number;
  readonly roleId: number;
  readonly admin: NewTenant['admin'];
  readonly passwordHash: string;
};

async function insertAdmin(client: pg.Client, { tenantId, roleId, admin, passwordHash }: NewAdmin): Promise<void> {
  const [name = '', ...rest] = admin.name.trim().split(/\s+/);
  const { rows } = await client.query<{ id: string }>(
    `insert into users (tenant_id, rev, name, last_name, email, password_hash, sealing_key)
     values ($1, 1, $2, $3, $4, $5, $6) returning id`,
    [tenantId, name, rest.join(' '), admin.email, passwordHash, randomBytes(32)],
  );
  await client.query('insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, $3)', [
    tenantId,
    rows[0]?.id,
    roleId,
  ]);
}

/**
 * Sets the zone in which a tenant's days begin, and returns it; devices get the change by the feed.
 * Throws one Portuguese sentence when there is no such tenant or zone.
 */
export async function setTimeZone(
  connection: pg.ClientConfig,
  given: { readonly acronym: string; readonly zone: string },
): Promise<string> {
  const zone = zoneNamed(given.zone);
  if (!isTimeZone(zone)) throw new Error(noZone(zone));
  await changeTenant(connection, { acronym: given.acronym, fields: ['time_zone'] }, async (tx, id) => {
    await tx.execute(sql`update tenants set time_zone = ${zone} where id = ${id}`);
    await stampChange(tx, { tenantId: id, touched: { tenants: [id] } });
  });
  return zone;
}

/** Names of zones beside those of their cities. */
const ALSO: Readonly<Record<string, string>> = {
  brasilia: 'America/Sao_Paulo',
  'fernando de noronha': 'America/Noronha',
};

/**
 * The zone that a person names: `Manaus`, `rio branco`, `Brasília`, or `America/Manaus` itself. A
 * text that names no zone is returned as it is.
 */
function zoneNamed(typed: string): string {
  const plain = fold(typed);
  const city = (zone: string): string => fold(zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' '));
  return ZONES.find((zone) => city(zone) === plain) ?? ALSO[plain] ?? typed;
}

function noZone(zone: string): string {
  return `não há fuso horário ${zone}: informe um como Brasília, Manaus, Rio Branco ou America/Manaus`;
}

const MOST_MB = 2_147_483_647;
/** The word for a quota that follows the server's configuration. */
const DEFAULT = 'padrao';

const Quotas = v.object({
  tenant: v.nullable(v.number()),
  person: v.nullable(v.number()),
  used: v.number(),
});

/**
 * What a tenant and each of its people may have stored, in MB; null means what the server is
 * configured with.
 */
type Quotas = v.InferOutput<typeof Quotas>;

/**
 * Sets the quotas that are given, as a number of MB or `padrao`, and returns all of them and what
 * the tenant has stored (S158). Throws one Portuguese sentence when there is no such tenant or
 * quota.
 */
export async function setQuota(
  connection: pg.ClientConfig,
  given: { readonly acronym: string; readonly tenant?: string; readonly person?: string },
): Promise<Quotas> {
  const [tenant, person] = [given.tenant, given.person].map((text) => quotaOf(text, 'MB'));
  const fields = [
    ...(tenant === undefined ? [] : ['storage_quota_mb']),
    ...(person === undefined ? [] : ['person_storage_quota_mb']),
  ];
  return changeTenant(connection, { acronym: given.acronym, fields }, async (tx, id) => {
    // Devices do not know the quotas, so no change is stamped.
    if (tenant !== undefined)
      await tx.execute(sql`update tenants set storage_quota_mb = ${tenant}::int where id = ${id}`);
    if (person !== undefined)
      await tx.execute(sql`update tenants set person_storage_quota_mb = ${person}::int where id = ${id}`);
    const [quotas] = await tx.rowsOf(
      Quotas,
      sql`select t.storage_quota_mb as tenant, t.person_storage_quota_mb as person,
          coalesce((select ceil(sum(s.bytes) / 1048576.0) from storage_use s where s.tenant_id = t.id), 0)::float8 as used
        from tenants t where t.id = ${id}`,
    );
    if (quotas === undefined) throw new Error(`não há órgão com a sigla ${acronymOf(given.acronym)}`);
    return quotas;
  });
}

/**
 * Sets how many active people a tenant may have, as a number, or `padrao` for any number. People
 * beyond the quota stay. Throws one Portuguese sentence.
 */
export async function setPeopleQuota(
  connection: pg.ClientConfig,
  { acronym, people }: { readonly acronym: string; readonly people: string },
): Promise<void> {
  const most = quotaOf(people, 'pessoas') ?? null;
  await changeTenant(connection, { acronym, fields: ['people_quota'] }, (tx, id) =>
    tx.execute(sql`update tenants set people_quota = ${most}::int where id = ${id}`),
  );
}

/**
 * The quota in a text. undefined when no text was given, and null for what the server is configured
 * with.
 */
function quotaOf(text: string | undefined, unit: string): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === DEFAULT) return null;
  if (!/^\d{1,10}$/.test(text) || Number(text) > MOST_MB)
    throw new Error(`a cota é um número de ${unit}, ou ${DEFAULT} para a do servidor: ${text} não é`);
  return Number(text);
}
