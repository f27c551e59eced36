// The two roles that work in a database beside its owner. Roles belong to the whole PostgreSQL
// server, so they bear the name of their database: with equal names, the owner of one database
// would hold the roles of every other one on that server (S165). The database stores their names
// (`working_roles()`), which stay valid where it was copied or renamed.

import type pg from 'pg';
import { createHash } from 'node:crypto';

/** `working` does the work of tenants, `system` the few needs across them. */
export type Roles = { readonly working: string; readonly system: string };

/**
 * The roles as the migrations name them, because a migration is never edited. Until version 0.1 the
 * roles themselves had these names.
 */
export const WRITTEN: Roles = { working: 'malote_app', system: 'malote_system' };

const PLAIN_NAME = /^[a-z0-9_]{1,40}$/;

/** The names of a database's two roles. They need no quotes in SQL. */
export function rolesFor(database: string): Roles {
  const plain = database
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, 31);
  const mark = createHash('sha256').update(database).digest('hex').slice(0, 8);
  const name = PLAIN_NAME.test(database) ? database : `${plain}_${mark}`;
  return { working: `${WRITTEN.working}_${name}`, system: `${WRITTEN.system}_${name}` };
}

/** A migration's statement with the names of these roles. */
export function withRoles(statement: string, roles: Roles): string {
  return statement.replace(/\bmalote_(app|system)\b/g, (written) =>
    written === WRITTEN.working ? roles.working : roles.system,
  );
}

/**
 * Makes the roles of this database where they are missing, moves the rights of earlier roles to
 * them, and lets no other role connect (S165). An older database whose owner can't make roles keeps
 * those it has. Must run as the owner, by one server at a time. Throws one sentence when a new
 * database has no roles.
 */
export async function settleRoles(client: pg.Client): Promise<Roles> {
  const { rows } = await client.query<{ name: string }>('select current_database()::text as name');
  const database = rows[0]?.name ?? '';
  const wanted = rolesFor(database);
  const stated = await statedRoles(client);
  const isOurs = (await canTake(client, wanted.working)) && (await canTake(client, wanted.system));
  if (!isOurs && stated === null) throw new Error(missing(wanted));
  const roles = isOurs ? wanted : (stated ?? wanted);
  if (stated !== null && stated.working !== roles.working) await moveRights(client, { from: stated, to: roles });
  await stateRoles(client, roles);
  await closeDoor(client, { database, roles: isOurs ? roles : null });
  return roles;
}

/**
 * The roles that the database says work in it; those of the first versions when it says none; null
 * for a new one.
 */
async function statedRoles(client: pg.Client): Promise<Roles | null> {
  const { rows } = await client.query<{ stated: boolean; old: boolean }>(
    `select to_regproc('public.working_roles') is not null as stated, to_regclass('public.tenants') is not null as old`,
  );
  if (rows[0]?.stated === true) return readRoles(client);
  return rows[0]?.old === true ? WRITTEN : null;
}

/** The roles of a migrated database. */
export async function readRoles(client: Pick<pg.Client, 'query'>): Promise<Roles> {
  const { rows } = await client.query<{ roles: [string, string] }>('select working_roles() as roles');
  const [working, system] = rows[0]?.roles ?? ['', ''];
  return { working, system };
}

/** Takes the system role for the rest of the transaction, and so sees every tenant. */
export async function becomeSystem(client: pg.Client): Promise<void> {
  await client.query(`select set_config('role', (working_roles())[2], true)`);
}

async function stateRoles(client: pg.Client, { working, system }: Roles): Promise<void> {
  await client.query(`create or replace function public.working_roles() returns text[] language sql immutable parallel safe
    as $$ select array['${working}', '${system}'] $$`);
}

/** Whether the owner can work as the role, which is made if that is possible. */
async function canTake(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0 && !(await succeeds(client, `create role ${role} nologin`))) return false;
  await succeeds(client, `grant ${role} to current_user`);
  const { rows } = await client.query<{ member: boolean }>(`select pg_has_role($1, 'member') as member`, [role]);
  return rows[0]?.member === true;
}

/**
 * SQLSTATEs that stop nothing: a missing right (42501, 0LP01), and a role that the server of
 * another database has just made (42710, 23505).
 */
const EXPECTED = new Set(['42501', '0LP01', '42710', '23505']);

async function succeeds(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!EXPECTED.has(code)) throw error;
    return code === '42710' || code === '23505';
  }
}

/**
 * Lets only this database's own roles connect, because every role of the PostgreSQL server may
 * connect to a new database. The owner needs no grant. Members of the roles, such as the login of a
 * pooler, may connect through them.
 */
async function closeDoor(
  client: pg.Client,
  { database, roles }: { database: string; roles: Roles | null },
): Promise<void> {
  const quoted = `"${database.replaceAll('"', '""')}"`;
  await client.query(`revoke connect on database ${quoted} from public`);
  if (roles !== null) await client.query(`grant connect on database ${quoted} to ${roles.working}, ${roles.system}`);
}

function missing({ working, system }: Roles): string {
  return (
    `faltam os papéis deste banco de dados: um administrador do PostgreSQL executa CREATE ROLE ${working} NOLOGIN; ` +
    `CREATE ROLE ${system} NOLOGIN; GRANT ${working}, ${system} TO o dono do banco`
  );
}

// Moves what one pair of roles may do in a database to another pair: rights, policies, and the
// triggers that name the roles.

type Pair = Readonly<Record<'working' | 'system', string>>;

/** Moves rights in one transaction, as the owner. */
async function moveRights(client: pg.Client, { from, to }: { from: Pair; to: Pair }): Promise<void> {
  await client.query('begin');
  try {
    for (const which of ['working', 'system'] as const) {
      const { rows } = await client.query<{ statement: string }>(STATEMENTS, [from[which], to[which]]);
      for (const { statement } of rows) await client.query(statement);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * All grants in this database: privilege, role, and the object with its kind, as a GRANT statement
 * names it. `part` is the column of a grant on a column.
 */
const GRANTED = `
  select a.privilege_type as privilege, a.grantee, case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass as object, '' as part
    from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'public'::regnamespace
  union all
  select a.privilege_type, a.grantee, 'table ' || t.attrelid::regclass, format(' (%I)', t.attname)
    from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a where c.relnamespace = 'public'::regnamespace
  union all
  select a.privilege_type, a.grantee, 'function ' || p.oid::regprocedure, ''
    from pg_proc p, aclexplode(p.proacl) a where p.pronamespace = 'public'::regnamespace
  union all
  select a.privilege_type, a.grantee, 'schema public', '' from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = 'public'
  union all
  select a.privilege_type, a.grantee, format('database %I', d.datname), ''
    from pg_database d, aclexplode(d.datacl) a where d.datname = current_database()`;

/** The statements that move everything from role $1 to role $2, rights first. */
const STATEMENTS = `
  with held as (select g.* from (${GRANTED}) g where g.grantee = to_regrole($1))
  select format('grant %s%s on %s to %I', privilege, part, object, $2::text) as statement, 1 as turn from held
  union all
  select distinct format('revoke all on %s from %I', object, $1::text), 2 from held
  union all
  select format('alter policy %I on %s to %I', p.polname, p.polrelid::regclass, $2::text), 3
    from pg_policy p where p.polroles = array[to_regrole($1)::oid]
  union all
  select format('drop trigger %I on %s; ', t.tgname, t.tgrelid::regclass)
      || replace(pg_get_triggerdef(t.oid), quote_literal($1), quote_literal($2)), 4
    from pg_trigger t where not t.tgisinternal and pg_get_triggerdef(t.oid) like '%' || quote_literal($1) || '%'
  order by turn`;
