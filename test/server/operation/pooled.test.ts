// A pooler that gives each transaction another session (DATABASE_POOL_URL): everything that a
// statement relies on is set by its own transaction. Here the connections are direct, so that what
// a transaction leaves behind would be seen by the next.

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { rolesFor } from '#server/db/roles.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

/** A copy of the template keeps the template's roles. */
const { working: WORKING, system: SYSTEM } = rolesFor(inject('template'));

let server: TestServer;
let pooled: Database;
const statements: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  const { connection } = server;
  // Each pool has one connection: the transactions of a test follow each other on it.
  pooled = await openDatabase({
    connection,
    pooled: true,
    maxConnections: 1,
    onStatement: (text) => statements.push(text),
  });
});
afterAll(async () => {
  await pooled.close();
  await server.close();
});

const STATE = sql`select current_user::text as role, current_setting('app.tenant_id', true) as tenant,
  current_setting('statement_timeout') as patience, (select count(*)::int from documents) as documents,
  (select count(*)::int from pg_prepared_statements) as prepared`;

describe('connections through a pooler', () => {
  it('every transaction has its own role, tenant and patience', async () => {
    for (const [tenant, documents] of [
      [1, 60],
      [2, 5],
    ] as const) {
      const bound = { role: WORKING, tenant: String(tenant), patience: '5s', documents, prepared: 0 };
      for (const door of ['inTenant', 'onceInTenant', 'searchInTenant'] as const)
        expect((await pooled[door](tenant, (tx) => tx.execute(STATE))).rows).toEqual([bound]);
    }
    for (const door of ['asSystem', 'onceAsSystem'] as const) {
      const { rows } = await pooled[door]((tx) => tx.execute(sql`select current_user::text as role`));
      expect(rows).toEqual([{ role: SYSTEM }]);
    }
  });

  it('a transaction that fails leaves nothing behind', async () => {
    await expect(pooled.inTenant(2, (tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow('division by zero');
    const [state] = (await pooled.inTenant(1, (tx) => tx.execute(STATE))).rows;
    expect(state).toMatchObject({ role: WORKING, tenant: '1' });
  });

  it('no statement runs outside of a transaction', async () => {
    statements.length = 0;
    await pooled.onceAsSystem((tx) => tx.execute(sql`select 1`));
    await pooled.onceInTenant(1, (tx) => tx.execute(sql`select 1`));
    expect(statements.map((text) => text.split(/[; ]/)[0])).toEqual([
      'begin',
      'select',
      'commit',
      'begin',
      'select',
      'commit',
    ]);
  });
});
