import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { STATUS_CASES } from '../../builders/status-cases.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

const HISTORY = ['interactions', 'logs', 'receipts'] as const;
const PMVI = 1;
const CMVI = 2;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
});
afterAll(() => server.close());

/** A connection as the role that serves requests, with or without a tenant set. */
async function asWorkingRole<T>(tenantId: number | null, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(`select set_config('role', (working_roles())[1], false)`);
  try {
    await client.query('begin');
    if (tenantId !== null) await client.query(`set local app.tenant_id = ${tenantId}`);
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('row-level security', () => {
  it('row-level security is enabled and forced on every table that carries a tenant', async () => {
    const client = new pg.Client(server.connection);
    await client.connect();
    const { rows } = await client.query<{ relname: string }>(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    await client.end();
    expect(rows.map((row) => row.relname)).toEqual(['schema_migrations']);
  });

  it('row-level security shows no row without a tenant, and only the rows of the tenant that is set', async () => {
    const count = (client: pg.Client) =>
      client.query('select tenant_id from documents').then(({ rows }) => rows.length);
    expect(await asWorkingRole(null, count)).toBe(0);
    expect(await asWorkingRole(PMVI, count)).toBe(60);
    expect(await asWorkingRole(CMVI, count)).toBe(5);
  });

  it('row-level security allows no write into another tenant', async () => {
    const insert = asWorkingRole(PMVI, (client) =>
      client.query(`insert into organizations (tenant_id, name, acronym) values (${CMVI}, 'Intruso', 'INT')`),
    );
    await expect(insert).rejects.toThrow(/row-level security/);
    const moved = await asWorkingRole(PMVI, (client) =>
      client.query(`update organizations set name = 'Meu' where tenant_id = ${CMVI}`),
    );
    expect(moved.rowCount).toBe(0);
  });

  it('a row cannot refer to a row of another tenant', async () => {
    const client = new pg.Client(server.connection);
    await client.connect();
    const foreign = await client.query<{ id: string }>(
      `select id from organizations where tenant_id = ${CMVI} limit 1`,
    );
    const update = client.query(`update users set organization_id = $1 where tenant_id = ${PMVI} and id = 1`, [
      foreign.rows[0]?.id,
    ]);
    await expect(update).rejects.toThrow(/foreign key/);
    await client.end();
  });
});

describe('history', () => {
  it.each(HISTORY)('rows of %s can be added, not changed or removed', async (table) => {
    const update = asWorkingRole(PMVI, (client) => client.query(`update ${table} set tenant_id = tenant_id`));
    await expect(update).rejects.toThrow(/permission denied/);
    const remove = asWorkingRole(PMVI, (client) => client.query(`delete from ${table}`));
    await expect(remove).rejects.toThrow(/permission denied/);
  });

  it('documents and people are marked as deleted, never removed', async () => {
    for (const table of ['documents', 'users', 'organizations']) {
      const remove = asWorkingRole(PMVI, (client) => client.query(`delete from ${table}`));
      await expect(remove).rejects.toThrow(`permission denied for table ${table}`);
    }
  });
});

describe('the system role', () => {
  it('the system role sees people of every tenant, but no document', async () => {
    const tenants = await server.database.asSystem((tx) => tx.execute(sql`select distinct tenant_id from users`));
    expect(tenants.rows).toHaveLength(2);
    const documents = server.database.asSystem((tx) => tx.execute(sql`select 1 from documents`));
    await expect(documents).rejects.toThrow('permission denied');
  });
});

describe('status_at', () => {
  it.each(STATUS_CASES)('status_at answers what the domain answers: %o', async (one) => {
    const [answer] = await server.database.inTenant(PMVI, (tx) =>
      tx.rowsOf(
        v.object({ status: v.string() }),
        sql`select status_at(${one.storedStatus}, ${one.limitDate}::date, ${one.today}::date) as status`,
      ),
    );
    expect(answer?.status).toBe(one.status);
  });
});

describe('search', () => {
  it('search uses its trigram index under row-level security, once there are many documents', async () => {
    const owner = new pg.Client(server.connection);
    await owner.connect();
    const columns = `tenant_id, stored_status, title, physical_document_number, type, subject_id, created_by, limit_date, content`;
    await owner.query(`insert into documents (${columns}, number, search_text)
      select ${columns}, 1000 + g, md5(g::text) from documents, generate_series(1, 5000) g
      where tenant_id = ${PMVI} and number = 1`);
    await owner.query('vacuum analyze documents');
    await owner.end();
    const plan = await asWorkingRole(PMVI, async (client) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from documents where tenant_id = ${PMVI} and search_text like '%aroeiras%'`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('documents_search');
  });
});
