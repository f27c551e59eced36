// Two installations on one PostgreSQL server, each with an owner of its own: neither reaches the
// other's database, nor holds its roles. Databases of the first versions, which shared two roles,
// get roles of their own.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { readRoles, rolesFor, WRITTEN } from '#server/db/roles.ts';
import { createTenant } from '#server/operation/tenants.ts';
import { openOldDatabase, type OldDatabase } from '../harness/old-database.ts';
import { endOwnerOf, ownerOf } from '../harness/plain-owner.ts';

const postgres = inject('postgres');
const ONE = `one_${process.pid}`;
const TWO = `two_${process.pid}`;
const COPY = `copy_${process.pid}`;
const NEWEST_SHARED = 26;
const as = (user: string, database: string) => ({ ...postgres, user, password: user, database });

async function using<Answer>(of: pg.ClientConfig, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client(of);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const asAdmin = async (...statements: string[]): Promise<void> =>
  using({ ...postgres, database: 'postgres' }, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/**
 * What the two roles may do, their policies and the triggers that name them, with the names of the
 * migrations.
 */
async function rightsIn(database: string): Promise<string[]> {
  return using({ ...postgres, database }, async (client) => {
    const { working, system } = await readRoles(client);
    const { rows } = await client.query<{ line: string }>(
      `select 'table ' || c.oid::regclass || ' ' || array_to_string(c.relacl, ' ') as line from pg_class c
        where c.relnamespace = 'public'::regnamespace
      union all select 'column ' || t.attrelid::regclass || '.' || t.attname || ' ' || array_to_string(t.attacl, ' ')
        from pg_attribute t join pg_class c on c.oid = t.attrelid where c.relnamespace = 'public'::regnamespace
      union all select 'schema ' || array_to_string(nspacl, ' ') from pg_namespace where nspname = 'public'
      union all select 'policy ' || polrelid::regclass || ' ' || polname || ' ' ||
        array_to_string(array(select rolname from pg_roles r where r.oid = any(polroles)), ' ') from pg_policy
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
    );
    const { rows: own } = await client.query<{ owner: string }>(
      `select relowner::regrole::text as owner from pg_class where oid = 'tenants'::regclass`,
    );
    return rows
      .filter(({ line }) => line !== null)
      .map(({ line }) =>
        line
          .replaceAll(working, 'WORKING')
          .replaceAll(system, 'SYSTEM')
          .replaceAll(own[0]?.owner ?? '', 'OWNER'),
      )
      .map((line) => line.split(' ').toSorted().join(' '))
      .toSorted();
  });
}

beforeAll(async () => {
  for (const name of [ONE, TWO]) {
    await asAdmin(...ownerOf(name), `create database ${name} owner ${name}`);
    await migrateDatabase(as(name, name));
  }
});
afterAll(async () => {
  for (const name of [COPY, ONE, TWO]) await asAdmin(`drop database if exists ${name} with (force)`);
  for (const name of [ONE, TWO]) await asAdmin(...endOwnerOf(name));
  await asAdmin(...endOwnerOf(COPY).slice(1));
});

const TOWN = { name: 'Prefeitura', acronym: 'TST', admin: { name: 'Ana Souza', email: 'ana@tst.example' } };

describe('two owners on one PostgreSQL server', () => {
  it('an owner does not connect to the other’s database', async () => {
    await createTenant(as(ONE, ONE), TOWN);
    await expect(using(as(TWO, ONE), (client) => client.query('select 1'))).rejects.toThrow(
      'permission denied for database',
    );
  });

  it('an owner who may connect there still reads and writes nothing', async () => {
    await asAdmin(`grant connect on database ${ONE} to ${TWO}`);
    await using(as(TWO, ONE), async (client) => {
      await expect(client.query('select password_hash from users')).rejects.toThrow('permission denied');
      for (const role of Object.values(rolesFor(ONE)))
        await expect(client.query(`set role ${role}`)).rejects.toThrow('permission denied to set role');
    });
    await asAdmin(`revoke connect on database ${ONE} from ${TWO}`);
  });

  it('the login of a pooler, which holds the roles of one database, connects to that one', async () => {
    const login = `pooler_${process.pid}`;
    const { working, system } = rolesFor(ONE);
    await asAdmin(`create role ${login} login password '${login}'`, `grant ${working}, ${system} to ${login}`);
    await using(as(login, ONE), (client) => client.query(`set role ${working}`));
    await expect(using(as(login, TWO), (client) => client.query('select 1'))).rejects.toThrow(
      'permission denied for database',
    );
    await asAdmin(`drop role ${login}`);
  });

  it('a copy under another name gets roles of its own at the next start', async () => {
    await asAdmin(`create database ${COPY} template ${ONE}`);
    const before = await rightsIn(COPY);
    await migrateDatabase({ ...postgres, database: COPY });
    expect(await using({ ...postgres, database: COPY }, readRoles)).toEqual(rolesFor(COPY));
    expect(await rightsIn(COPY)).toEqual(before);
    expect(await using({ ...postgres, database: ONE }, readRoles)).toEqual(rolesFor(ONE));
  });

  it('a new database without its roles is refused in one sentence that says what to run', async () => {
    const name = `poor_${process.pid}`;
    await asAdmin(`create role ${name} login password '${name}'`, `create database ${name} owner ${name}`);
    await expect(migrateDatabase(as(name, name))).rejects.toThrow(`CREATE ROLE ${rolesFor(name).working} NOLOGIN;`);
    await asAdmin(`drop database ${name}`, `drop role ${name}`);
  });
});

describe('a database of the first versions', () => {
  let old: OldDatabase;
  beforeAll(async () => {
    old = await openOldDatabase('shared_roles', NEWEST_SHARED);
  });
  afterAll(() => old.close());
  const nameOf = (): string => old.owner.database ?? '';

  it('whose owner can’t make roles goes on with the shared ones, behind a closed door', async () => {
    const { working, system } = rolesFor(nameOf());
    await asAdmin(`revoke ${working}, ${system} from ${nameOf()}`);
    await migrateDatabase(old.owner);
    expect(await old.asSuperuser(readRoles)).toEqual(WRITTEN);
    await createTenant(old.owner, TOWN);
    // Another installation of before holds the shared roles too.
    await asAdmin(`grant ${WRITTEN.working}, ${WRITTEN.system} to ${TWO}`);
    await expect(using(as(TWO, nameOf()), (client) => client.query('select 1'))).rejects.toThrow(
      'permission denied for database',
    );
    await asAdmin(
      `revoke ${WRITTEN.working}, ${WRITTEN.system} from ${TWO}`,
      `grant ${working}, ${system} to ${nameOf()}`,
    );
  });

  it('gets roles of its own with the same rights, and the shared ones keep none', async () => {
    await migrateDatabase(old.owner);
    expect(await old.asSuperuser(readRoles)).toEqual(rolesFor(nameOf()));
    expect(await rightsIn(nameOf())).toEqual(await rightsIn(ONE));
    const { rows } = await old.asSuperuser((client) =>
      client.query(`select from pg_shdepend s join pg_roles r on r.oid = s.refobjid
        where r.rolname in ('${WRITTEN.working}', '${WRITTEN.system}')
          and s.dbid = (select oid from pg_database where datname = current_database())`),
    );
    expect(rows).toEqual([]);
    await migrateDatabase(old.owner);
    expect(await rightsIn(nameOf())).toEqual(await rightsIn(ONE));
  });
});

describe('the names', () => {
  it.each(['Malote-Prod', 'malote prod', 'é', 'a'.repeat(63), 'malote"; drop'])(
    'of roles for the database %s need no quotes',
    (database) => {
      const { working, system } = rolesFor(database);
      for (const name of [working, system]) expect(name).toMatch(/^[a-z0-9_]{1,63}$/);
      expect(rolesFor(`${database}2`).working).not.toBe(working);
    },
  );
});
