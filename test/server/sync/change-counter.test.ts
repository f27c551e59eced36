import { sql } from 'drizzle-orm';
import pg from 'pg';
import * as v from 'valibot';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stampChange } from '#server/once/change-counter.ts';
import { readRoles } from '#server/db/roles.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

const TENANT = 1;
const GONE_AT = '2031-05-06T07:08:09.000Z';
const WRITERS = 24;
const WRITES = 6;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(
    `insert into tenants (id, name, acronym) overriding system value values (${TENANT}, 'Teste', 'TST')`,
  );
  await client.query(`insert into counters (tenant_id) values (${TENANT})`);
  await client.query('create table plain_sequence_rows (rev bigint not null)');
  await client.query('create sequence plain_sequence');
  const { working } = await readRoles(client);
  await client.query(`grant all on plain_sequence_rows, plain_sequence to ${working}`);
  await client.end();
});
afterAll(() => server.close());

/**
 * Writers that each write several times in turn and pause for different lengths before their
 * commit.
 */
async function write(one: (writer: number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let times = 0; times < WRITES; times += 1) await one(writer);
    }),
  );
}

/**
 * Follows a cursor over the numbers until `writing` ends; returns the numbers that the cursor
 * missed.
 */
async function missed(feed: {
  writing: Promise<void>;
  since: (cursor: number) => Promise<number[]>;
}): Promise<number[]> {
  const met = new Set<number>();
  let cursor = 0;
  let done = false;
  const writing = feed.writing.then(() => {
    done = true;
  });
  const pull = async (): Promise<void> => {
    const revs = await feed.since(cursor);
    for (const rev of revs) met.add(rev);
    cursor = Math.max(cursor, ...revs);
  };
  while (!done) {
    await pull();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await writing;
  await pull();
  return (await feed.since(0)).filter((rev) => !met.has(rev));
}

const revsOf = async (table: 'alerts' | 'plain_sequence_rows', cursor: number): Promise<number[]> => {
  const rows = await server.database.inTenant(TENANT, (tx) =>
    tx.rowsOf(v.object({ rev: v.number() }), sql`select rev from ${sql.raw(table)} where rev > ${cursor} order by rev`),
  );
  return rows.map((row) => row.rev);
};

describe('the change counter', () => {
  it('change numbers are committed in order, so that a cursor misses no row', async () => {
    const writing = write((writer) =>
      server.database.inTenant(TENANT, async (tx) => {
        const rows = await tx.rowsOf(
          v.object({ id: v.number() }),
          sql`insert into alerts (tenant_id, title, description, limit_date) values (${TENANT}, 't', 'd', '2026-01-01') returning id`,
        );
        await sleep(writer % 5);
        await stampChange(tx, { tenantId: TENANT, touched: { alerts: rows.map((row) => row.id) } });
      }),
    );
    expect(await missed({ writing, since: (cursor) => revsOf('alerts', cursor) })).toEqual([]);
    const all = await revsOf('alerts', 0);
    expect(all).toEqual(Array.from({ length: WRITERS * WRITES }, (_, index) => index + 1));
  });

  it('a cursor over a plain sequence would miss rows', async () => {
    let held: number | null = null;
    let letGo = (): void => undefined;
    const isPassed = new Promise<void>((resolve) => (letGo = resolve));
    const writing = write((writer) =>
      server.database.inTenant(TENANT, async (tx) => {
        const [row] = await tx.rowsOf(
          v.object({ rev: v.number() }),
          sql`insert into plain_sequence_rows (rev) values (nextval('plain_sequence')) returning rev`,
        );
        if (held !== null) return sleep((writer % 5) * 4);
        // The first writer commits once the cursor has passed its number, on a slow machine too.
        held = row?.rev ?? 0;
        return isPassed;
      }),
    );
    const since = async (cursor: number): Promise<number[]> => {
      const revs = await revsOf('plain_sequence_rows', cursor);
      const first = held;
      if (first !== null && revs.some((rev) => rev > first)) letGo();
      return revs;
    };
    expect((await missed({ writing, since })).length).toBeGreaterThan(0);
  });

  it('each change number is announced once its transaction is committed, and none that is rolled back', async () => {
    const heard: number[] = [];
    const stop = server.services.events.subscribe(TENANT, (rev) => heard.push(rev));
    const refused = server.database.inTenant(TENANT, (tx) =>
      stampChange(tx, {
        tenantId: TENANT,
        touched: {},
        kept: (rev) =>
          sql`insert into tombstones (tenant_id, collection, row_id, rev) values (${TENANT}, 'alerts', 1, ${rev} / 0)`,
      }),
    );
    await expect(refused).rejects.toThrow('division by zero');
    const rev = await server.database.inTenant(TENANT, (tx) => stampChange(tx, { tenantId: TENANT, touched: {} }));
    await expect.poll(() => heard).toEqual([rev]);
    stop();
  });

  it('a removed row leaves a tombstone with the same change number', async () => {
    const rev = await server.database.inTenant(TENANT, (tx) =>
      stampChange(tx, { tenantId: TENANT, touched: {}, deleted: [{ collection: 'alerts', ids: [1, 2], at: GONE_AT }] }),
    );
    const { rows } = await server.database.inTenant(TENANT, (tx) =>
      tx.execute(
        sql`select collection, row_id, rev, at = ${GONE_AT}::timestamptz as dated from tombstones order by row_id`,
      ),
    );
    expect(rows).toEqual([
      { collection: 'alerts', row_id: 1, rev, dated: true },
      { collection: 'alerts', row_id: 2, rev, dated: true },
    ]);
  });

  it('the event connection is made again after it was lost', async () => {
    const heard: number[] = [];
    const stop = server.services.events.subscribe(TENANT, (rev) => heard.push(rev));
    const client = new pg.Client(server.connection);
    await client.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'malote events'
      and datname = current_database()`);
    await client.end();
    const rev = await server.database.inTenant(TENANT, (tx) => stampChange(tx, { tenantId: TENANT, touched: {} }));
    await expect.poll(() => heard).toContain(rev);
    stop();
  });
});
