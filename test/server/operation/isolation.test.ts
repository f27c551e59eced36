// A database whose transactions are isolated otherwise than the server counts on: a read of what
// another has just committed must see it, and no write may fail because another came first.

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectOwner } from '#server/db/connections.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
});
afterAll(() => server.close());

const LEVEL = sql`select current_setting('transaction_isolation') as level`;
const WAYS = ['direct', 'pooled'] as const;

it.each(['serializable', 'repeatable read'] as const)('a database of %s serves as any other', async (level) => {
  const owner = await connectOwner(server.connection);
  const [{ name } = { name: '' }] = (await owner.query<{ name: string }>('select current_database() as name')).rows;
  await owner.query(`alter database "${name}" set default_transaction_isolation = '${level}'`);
  await owner.end();
  const next = await connectOwner(server.connection);
  expect((await next.query('show transaction_isolation')).rows).toEqual([{ transaction_isolation: 'read committed' }]);
  await next.end();
  for (const way of WAYS) {
    const database = await openDatabase({ connection: server.connection, pooled: way === 'pooled' });
    try {
      expect([way, await levels(database)]).toEqual([way, new Set(['read committed'])]);
      expect([way, await seesWhatIsCommitted(database)]).toEqual([way, true]);
    } finally {
      await database.close();
    }
  }
});

async function levels(database: Database): Promise<Set<unknown>> {
  const found = new Set<unknown>();
  for (const door of ['inTenant', 'onceInTenant', 'searchInTenant'] as const)
    found.add((await database[door](1, (tx) => tx.execute(LEVEL))).rows[0]?.['level']);
  for (const door of ['asSystem', 'onceAsSystem'] as const)
    found.add((await database[door]((tx) => tx.execute(LEVEL))).rows[0]?.['level']);
  for (const door of ['onceInTenant', 'searchInTenant'] as const)
    found.add((await database.reading[door](1, (tx) => tx.execute(LEVEL))).rows[0]?.['level']);
  found.add((await database.reading.onceAsSystem((tx) => tx.execute(LEVEL))).rows[0]?.['level']);
  return found;
}

/** Two transactions raise the same counter, the second one while the first waits to commit. */
async function seesWhatIsCommitted(database: Database): Promise<boolean> {
  const before = await seq(database);
  const raise = sql`update counters set value = value + 1 where tenant_id = 1`;
  await Promise.all(
    [1, 2].map(() =>
      database.inTenant(1, async (tx) => {
        // Both have read before either writes.
        await tx.execute(sql`select value from counters where tenant_id = 1`);
        await tx.execute(raise);
      }),
    ),
  );
  return (await seq(database)) === before + 2;
}

async function seq(database: Database): Promise<number> {
  const { rows } = await database.onceInTenant(1, (tx) =>
    tx.execute(sql`select value from counters where tenant_id = 1`),
  );
  return Number(rows[0]?.['value']);
}
