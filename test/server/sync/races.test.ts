// Many at once: one winner per document, one log row per effect, unique numbers, and a feed that
// misses no row although writers pause at random before they commit.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import type { ChangesPage } from '#contract/sync.ts';
import type { Receipt } from '#contract/writes.ts';
import { sql } from 'drizzle-orm';
import { stampChange } from '#server/once/change-counter.ts';
import { openDatabase } from '#server/db/database.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { enter } from '../harness/enter.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { idsOf, newDevice, pull } from '../harness/pull.ts';
import { startSecondServer, type SecondServer } from '../harness/second-server.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const RACES = LONG ? 1000 : 160;
const PER_DOCUMENT = 8;
const CREATED_AT_ONCE = 20;
const TIMEOUT_MS = LONG ? 900_000 : 120_000;
/** At two servers, each of which has a place for the reader besides (S88). */
const WRITERS = 48;
/** As in production. */
const SERVER_CONNECTIONS = 8;
/** One connection for each transaction that sleeps at the same time. */
const CONNECTIONS = 8;
const ROUNDS = LONG ? 20 : 4;

let server: TestServer;
let second: SecondServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;
/** These people at the other server. */
let anaThere: TestClient;
let biaThere: TestClient;

townPerFile.override('options', { connections: SERVER_CONNECTIONS });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi, ana, bia } = town);
  second = await startSecondServer(server);
  const there = { ...server, app: second.app, services: second.services };
  [anaThere, biaThere] = [await enter(there, pmvi.people.ana), await enter(there, pmvi.people.bia)];
});
afterAll(async () => {
  await second.close();
});

const toBia = () => ({ town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const });

type Gesture = 'completion' | 'transfer';
type Race = {
  readonly documentId: number;
  readonly gesture: Gesture;
  readonly key: string;
  readonly target: number;
  readonly by: TestClient;
};
type Run = Race & { readonly status: number; readonly body: { receipt?: Receipt; type?: string; code?: string } };

/**
 * Sends as a device does: an answer that says busy is followed by the same write under the same
 * key.
 */
async function run(race: Race): Promise<Run> {
  const basedOn = { status: 'pending', limit_date: '2031-01-31', responsible_ids: [pmvi.people.bia.id] };
  const payload =
    race.gesture === 'completion' ? { status: 'completed' } : { responsible_ids: [race.target], based_on: basedOn };
  const headers = { 'idempotency-key': race.key };
  for (;;) {
    const url = `/api/documents/${race.documentId}`;
    const answer = await race.by.inject({ method: 'PATCH', url, payload, headers });
    if (answer.statusCode !== 503) return { ...race, status: answer.statusCode, body: answer.json() };
    await pause(Number(answer.headers['retry-after']) * 1000 * Math.random());
  }
}

const applied = (runs: readonly Run[], gesture: Gesture): Run[] =>
  runs.filter((one) => one.gesture === gesture && one.body.receipt?.result === 'applied');

/**
 * The outcome of a write that did not win: its status and the result, code or type of the answer.
 */
function loserOf({ status, body }: Run): string {
  return `${status} ${body.receipt?.result ?? body.code ?? body.type}`;
}

const byAction = (one: { action: string }, other: { action: string }): number => one.action.localeCompare(other.action);

/**
 * At most one completion and one transfer are written, and every other writer was told the current
 * state.
 */
async function expectOneWinner(
  own: readonly Run[],
  { documentId, gestures }: { documentId: number; gestures: readonly Gesture[] },
): Promise<void> {
  const completions = applied(own, 'completion');
  const transfers = applied(own, 'transfer');
  // The author may complete in every state; a transfer names the state it was based on, so it wins
  // first or is refused.
  expect(completions).toHaveLength(gestures.includes('completion') ? 1 : 0);
  const transferred = gestures.includes('transfer') ? [1] : [0];
  expect(gestures.length === 1 ? transferred : [0, 1]).toContain(transfers.length);
  const winners = [...completions, ...transfers];

  const written = await world.query<{ action: string; command_id: string }>(
    `select action, command_id from logs where document_id = $1 and action <> 'creation'`,
    [documentId],
  );
  expect(written.toSorted(byAction)).toEqual(
    winners.map((one) => ({ action: one.gesture, command_id: one.key })).toSorted(byAction),
  );
  const [stands] = await world.query<{ status: string; responsible: number[] }>(
    `select stored_status as status, (select array_agg(user_id::int) from document_responsibles r
        where r.document_id = d.id and r.current) as responsible from documents d where id = $1`,
    [documentId],
  );
  expect(stands?.responsible).toEqual([transfers[0]?.target ?? pmvi.people.bia.id]);
  expect(stands?.status === 'completed').toBe(completions.length === 1);

  for (const lost of own.filter((one) => !winners.includes(one))) {
    const allowed =
      lost.gesture === 'completion'
        ? // A person who lost the document by a transfer may no longer complete it.
          ['200 already_completed', ...(transfers.length === 1 ? ['403 forbidden'] : [])]
        : [
            ...(transfers.length === 1 ? ['409 responsible_changed'] : []),
            ...(completions.length === 1 ? ['409 completed_meanwhile'] : []),
          ];
    expect(allowed).toContain(loserOf(lost));
  }
}

describe('writers of the same document', { timeout: TIMEOUT_MS }, () => {
  const people = {
    'through one server': () => [ana, bia],
    'through two servers': () => [ana, biaThere, anaThere, bia],
  };
  const kinds: readonly Gesture[][] = [['completion'], ['transfer'], ['completion', 'transfer']];

  it.each(Object.entries(people))(
    'concurrent writers have one winner and one log row per effect, %s',
    async (...[, clients]) => {
      const by = clients();
      const made: DocumentFull[] = [];
      while (made.length < RACES / PER_DOCUMENT) {
        const author = [ana, by[2] ?? ana];
        const some = Array.from({ length: CREATED_AT_ONCE }, (_, turn) =>
          createdDocument(author[turn % 2] ?? ana, toBia()),
        );
        made.push(...(await Promise.all(some)));
      }
      const targets = [pmvi.people.caio.id, pmvi.people.davi.id, pmvi.people.gestor.id];
      const races = made.flatMap((document, index) => {
        const gestures = kinds[index % kinds.length] ?? [];
        return Array.from({ length: PER_DOCUMENT }, (_, turn) => ({
          documentId: document.id,
          // Half of the turns of each gesture are Ana's, half Bia's.
          gesture: gestures[Math.floor(turn / 2) % gestures.length] ?? 'completion',
          key: randomUUID(),
          target: targets[turn % targets.length] ?? 0,
          by: by[turn % by.length] ?? ana,
        }));
      });
      const runs = await Promise.all(races.toSorted(() => Math.random() - 0.5).map(run));

      for (const [index, document] of made.entries()) {
        const own = runs.filter((one) => one.documentId === document.id);
        await expectOneWinner(own, { documentId: document.id, gestures: kinds[index % kinds.length] ?? [] });
      }
      const numbers = await world.query<{ number: number }>(
        'select number::int from documents where tenant_id = $1 order by number',
        [pmvi.id],
      );
      expect(numbers.map((row) => row.number)).toEqual(numbers.map((_, index) => index + 1));
    },
  );
});

describe('the feed under writers with random pauses, at two servers', { timeout: TIMEOUT_MS }, () => {
  it('the feed misses no row while writers pause at random before they commit', async () => {
    const device = await pull(bia, newDevice());
    const before = new Set(idsOf(device, 'documents'));
    let writing = true;
    const reading = (async () => {
      while (writing) await pull(bia, device, 20);
    })();
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: WRITERS }, async (_, writer) => {
          await pause(Math.random() * 20);
          await createdDocument(writer % 2 === 0 ? ana : anaThere, toBia());
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

  /**
   * Transactions that touch one alert each and sleep before committing, numbered by `number`; a
   * reader follows by cursor.
   */
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

  it('the feed misses no row of transactions that sleep, because the change number is taken last', async () => {
    // These writers have a server of their own, like the pool below: so many writers would keep the
    // reader out of its server.
    const database = await openDatabase({ connection: server.connection, maxConnections: CONNECTIONS });
    const missed = await follow(({ id, sleepMs }) =>
      database.inTenant(pmvi.id, async (tx) => {
        await tx.execute(sql`update alerts set title = 'b' where id = ${id}`);
        await tx.execute(sql`select pg_sleep(${sleepMs / 1000})`);
        await stampChange(tx, { tenantId: pmvi.id, touched: { alerts: [id] } });
      }),
    );
    await database.close();
    expect(missed).toBe(0);
  });

  it('the feed would miss rows with a plain sequence instead of the change counter', async () => {
    await world.query('create sequence plain');
    const [counter] = await world.query<{ value: string }>('select value from counters where tenant_id = $1', [
      pmvi.id,
    ]);
    await world.query(`select setval('plain', $1)`, [Number(counter?.value)]);
    const pool = new pg.Pool({ ...server.connection, max: CONNECTIONS });
    const missed = await follow(async ({ id, sleepMs }) => {
      const client = await pool.connect();
      await client.query('begin');
      // A sequence gives the number now, although the commit may come much later.
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
