// Many at once (issue 3, What must be seen): one winner per document, one log row per effect, unique numbers, and a feed that
// misses nothing although writers pause at random before they commit.

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangesPage } from '#contract/sync.ts';
import { sql } from 'drizzle-orm';
import { stampChange } from '#server/db/change-counter.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { createdDocument } from './new-document.ts';
import { idsOf, newDevice, pull } from './pull.ts';
import type { TestClient } from './test-client.ts';
import { createWorld, type Town, type World } from './world.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const RACES = LONG ? 1000 : 160;
const WRITERS = 64;
/** As many as sleep at the same time. */
const CONNECTIONS = 12;
const ROUNDS = LONG ? 20 : 4;

let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  pmvi = world.pmvi;
  ana = await world.as(pmvi.people.ana);
  bia = await world.as(pmvi.people.bia);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const toBia = () => ({ town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const });

describe('writers of the same document', () => {
  it('have one winner among completions, and one among transfers that saw the same responsible', async () => {
    const perDocument = 8;
    const made = await Promise.all(Array.from({ length: RACES / perDocument }, () => createdDocument(ana, toBia())));
    const basedOn = { status: 'pending', limit_date: '2031-01-31', responsible_ids: [pmvi.people.bia.id] };
    const targets = [pmvi.people.caio.id, pmvi.people.davi.id, pmvi.people.gestor.id];
    const requests = made.flatMap((document, index) =>
      Array.from({ length: perDocument }, (_, turn) => {
        const client = turn % 2 === 0 ? ana : bia;
        const body =
          index % 2 === 0
            ? { status: 'completed' }
            : { responsible_ids: [targets[turn % targets.length]], based_on: basedOn };
        return client.send('PATCH', `/api/documents/${document.id}`, body);
      }),
    );
    const answers = await Promise.all(requests);
    for (const [index, document] of made.entries()) {
      const own = answers.slice(index * perDocument, (index + 1) * perDocument);
      const action = index % 2 === 0 ? 'completion' : 'transfer';
      const rows = await world.query('select 1 from logs where document_id = $1 and action = $2', [
        document.id,
        action,
      ]);
      expect(rows).toHaveLength(1);
      const codes = own.map((one) => one.statusCode).toSorted((a, b) => a - b);
      const others = action === 'completion' ? 200 : 409;
      expect(codes).toEqual([200, ...Array.from({ length: perDocument - 1 }, () => others)]);
    }
    const numbers = await world.query<{ number: number }>('select number from documents where tenant_id = $1', [
      pmvi.id,
    ]);
    expect(new Set(numbers.map((row) => row.number)).size).toBe(numbers.length);
  });
});

describe('the feed under writers with random pauses', () => {
  it('misses nothing', async () => {
    const device = await pull(bia, newDevice());
    const before = new Set(idsOf(device, 'documents'));
    let writing = true;
    const reading = (async () => {
      while (writing) await pull(bia, device, 20);
    })();
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: WRITERS }, async () => {
          await pause(Math.random() * 20);
          await createdDocument(ana, toBia());
        }),
      );
    }
    writing = false;
    await reading;
    await pull(bia, device, 20);
    const written = await world.query<{ id: string }>(
      'select id from documents where tenant_id = $1 and created_by = $2',
      [pmvi.id, pmvi.people.ana.id],
    );
    const held = new Set(idsOf(device, 'documents'));
    expect(written.filter((row) => !held.has(Number(row.id)))).toEqual([]);
    expect(held.size - before.size).toBe(WRITERS * ROUNDS);
  });

  /** Transactions that touch one alert each and sleep before committing, numbered by `number`; a reader follows by cursor. */
  async function follow(number: (work: { id: number; sleepMs: number }) => Promise<unknown>): Promise<number> {
    const rows = await world.query<{ id: string }>(
      `insert into alerts (tenant_id, title, description, limit_date, status)
       select $1, 'a', 'd', '2030-01-01', 'active' from generate_series(1, ${WRITERS}) returning id`,
      [pmvi.id],
    );
    const ids = rows.map((row) => Number(row.id));
    const device = await pull(bia, newDevice());
    const seen = new Set<number>();
    let writing = true;
    const step = async (): Promise<void> => {
      const url = `/api/sync/changes?cursor=${encodeURIComponent(device.cursor ?? '')}`;
      const page = (await bia.get(url)).json<ChangesPage>();
      device.cursor = page.next_cursor;
      for (const change of page.changes) if (change.collection === 'alerts') seen.add(change.id);
    };
    const reading = (async () => {
      while (writing) await step();
    })();
    await Promise.all(ids.map((id) => number({ id, sleepMs: Math.random() * 40 })));
    writing = false;
    await reading;
    await step();
    return ids.filter((id) => !seen.has(id)).length;
  }

  it('misses nothing where transactions sleep, because the number is taken last', async () => {
    const missed = await follow(({ id, sleepMs }) =>
      server.database.inTenant(pmvi.id, async (tx) => {
        await tx.execute(sql`update alerts set title = 'b' where id = ${id}`);
        await tx.execute(sql`select pg_sleep(${sleepMs / 1000})`);
        await stampChange(tx, { tenantId: pmvi.id, touched: { alerts: [id] } });
      }),
    );
    expect(missed).toBe(0);
  });

  it('would miss rows with a plain sequence in its place', async () => {
    await world.query('create sequence plain');
    const [counter] = await world.query<{ value: string }>('select value from counters where tenant_id = $1', [
      pmvi.id,
    ]);
    await world.query(`select setval('plain', $1)`, [Number(counter?.value)]);
    const pool = new pg.Pool({ ...server.connection, max: CONNECTIONS });
    const missed = await follow(async ({ id, sleepMs }) => {
      const client = await pool.connect();
      await client.query('begin');
      // What a sequence gives: the number now, the commit whenever.
      const rev = (await client.query(`update alerts set rev = nextval('plain') where id = $1 returning rev`, [id]))
        .rows[0].rev;
      await client.query('select pg_sleep($1)', [sleepMs / 1000]);
      await client.query('update counters set value = greatest(value, $1) where tenant_id = $2', [rev, pmvi.id]);
      await client.query('commit');
      client.release();
    });
    await pool.end();
    expect(missed).toBeGreaterThan(0);
  });
});
