// Cleaning up after years, or after an attack, goes in statements of a bounded size: none of them
// holds locks for long, people are served meanwhile, and a server that stops does not wait for it.

import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { collectStrayFiles, STRAY_AFTER_MS } from '#server/jobs/collect-stray-files.ts';
import { removeExpired, ROWS_AT_ONCE, sweepStaged, UPLOADS_AT_ONCE } from '#server/jobs/maintenance.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';
import { createJobBench } from '../notices/job-bench.ts';

const EXPIRED = 20_000;
const LIVE = 5000;
const TABLES = [
  'sessions',
  'logins',
  'used_challenges',
  'held_commands',
  'login_failures',
  'password_resets',
  'tombstones',
  'jobs',
] as const;

let server: TestServer;
let world: World;
let ana: TestClient;
townPerFile.override('options', { clock: () => Date.now() });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, ana } = town);
  await world.query(`create unlogged table touched (name text, rows int)`);
  await world.query(`create function note_touched() returns trigger language plpgsql security definer as $$
    begin insert into touched select tg_table_name, count(*) from gone; return null; end $$`);
  for (const name of [...TABLES, 'staged_uploads']) {
    await world.query(`create trigger note_deleted after delete on ${name} referencing old table as gone
      for each statement execute function note_touched()`);
  }
  await world.query(`create trigger note_updated after update on sessions referencing old table as gone
    for each statement execute function note_touched()`);
});
beforeEach(async () => {
  for (const name of ['sessions', 'staged_uploads'])
    await world.query(`delete from ${name} where ${name === 'sessions' ? 'tenant_id is null' : 'true'}`);
  await world.query('delete from touched');
});
afterEach(() => world.query('delete from maintenance'));

/** Visitors' sessions: as many as are given are over, and the others end in an hour. */
const visitors = (over: number, live = 0) =>
  world.query(
    `insert into sessions (token_hash, csrf_token, expires_at)
      select sha256(convert_to('visitor ' || n, 'UTF8')), '', now() + case when n > $1::int then interval '1 hour'
        else interval '-1 hour' end from generate_series(1, $1::int + $2::int) n`,
    [over, live],
  );

/**
 * Fills the other tables with rows that are long over, and with sessions of people that are not.
 */
async function fillAll(): Promise<void> {
  const { id: tenant, people } = world.pmvi;
  await visitors(EXPIRED, LIVE);
  for (const text of [
    `insert into logins (tenant_id, key, user_id, at) select $1, gen_random_uuid(), $2,
      now() - case when n > ${LIVE} then interval '500 days' else interval '1 day' end from generate_series(1, $3 + ${LIVE}) n`,
    `insert into sessions (token_hash, csrf_token, tenant_id, user_id, login_id, expires_at)
      select sha256(convert_to(key::text, 'UTF8')), '', tenant_id, user_id, key, now() + case when row_number() over () % 2 = 0
        then interval '1 hour' else interval '900 days' end
      from logins where tenant_id = $1 and user_id = $2 and at between now() - interval '2 days' and now() - interval '1 hour' limit $3`,
    `insert into used_challenges (signature, expires_at) select 'challenge ' || n || $1::text || $2::text, now() - interval '1 hour'
      from generate_series(1, $3) n`,
    `insert into held_commands (tenant_id, actor_id, key, target, performed_at, at) select $1, $2, gen_random_uuid(), '/api/documents',
      now() - interval '100 days', now() - interval '100 days' from generate_series(1, $3) n`,
    `insert into login_failures (key, at) select $1::text || $2::text || n, now() - interval '2 days' from generate_series(1, $3) n`,
    `insert into password_resets (token_hash, tenant_id, user_id, expires_at, mark)
      select sha256(convert_to('reset ' || n, 'UTF8')), $1, $2, now() - interval '2 days', '' from generate_series(1, $3) n`,
    `insert into tombstones (tenant_id, collection, row_id, rev, at) select $1, 'alerts', $2 + n, 1, now() - interval '200 days'
      from generate_series(1, $3) n`,
    `insert into jobs (tenant_id, kind, key, payload, run_at, done_at) select $1, 'push', 'old ' || $2 || ' ' || n, '{}',
      now() - interval '40 days', now() - interval '40 days' from generate_series(1, $3) n`,
  ]) {
    await world.query(text, [tenant, people.bia.id, EXPIRED]);
  }
}

const touched = () =>
  world.query<{ name: string; most: number; all: number }>(
    `select name, max(rows)::int as most, sum(rows)::int as all from touched group by name order by name`,
  );

it(
  'expired rows of every table go in small statements, and people are served meanwhile',
  { timeout: 120_000 },
  async () => {
    await fillAll();
    const answered: number[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        const begun = performance.now();
        expect((await ana.get(PATHS.user)).statusCode).toBe(200);
        answered.push(performance.now() - begun);
      }
    })();
    const removed = await removeExpired(server.services).finally(() => (isOver = true));
    await asking;
    expect(removed).toMatchObject({
      sessions: EXPIRED,
      logins: EXPIRED,
      challenges: EXPIRED,
      held: EXPIRED,
      failures: EXPIRED,
      resets: EXPIRED,
      tombstones: EXPIRED,
      jobs: EXPIRED,
      shortened: LIVE / 2,
    });
    const rows = await touched();
    expect(rows.map(({ name }) => name)).toEqual([...TABLES].toSorted());
    for (const { name, most } of rows) expect([name, most]).toEqual([name, ROWS_AT_ONCE]);
    expect(answered.length).toBeGreaterThan(20);
    expect(Math.max(...answered)).toBeLessThan(2000);
    expect(await world.query('select from sessions where tenant_id is null')).toHaveLength(LIVE);
  },
);

it('uploads that rested go in small statements, with their parts', async () => {
  const { id: tenant, people } = world.pmvi;
  const uploads = 10 * UPLOADS_AT_ONCE + 1;
  const kept = async (age: string, count: number) =>
    world.query(
      `with up as (insert into staged_uploads (tenant_id, actor_id, key, file, size, sha256, received, touched_at)
          select $1, $2, gen_random_uuid(), gen_random_uuid(), 3, '', 3, now() - $3::interval from generate_series(1, $4::int)
          returning *)
        insert into staged_parts (tenant_id, actor_id, key, file, start, size, storage_key)
          select tenant_id, actor_id, key, file, n, 1, md5(file::text || n) from up cross join generate_series(0, 2) n`,
      [tenant, people.ana.id, age, count],
    );
  await kept('8 days', uploads);
  await kept('1 hour', 5);
  expect(await sweepStaged(server.services)).toEqual({ uploads, parts: 3 * uploads });
  expect(await touched()).toEqual([{ name: 'staged_uploads', most: UPLOADS_AT_ONCE, all: uploads }]);
  expect(await world.query('select from staged_parts')).toHaveLength(15);
});

it('a server that stops does not wait for the rest, which is cleaned up when one runs again', async () => {
  await visitors(40 * ROWS_AT_ONCE);
  const bench = createJobBench(server.services);
  await bench.jobs.tick();
  await world.query(`update maintenance set due_at = now() - interval '1 second' where name = 'expired'`);
  const left = async () => (await world.query('select from sessions where tenant_id is null')).length;
  const running = bench.jobs.start(5);
  await expect.poll(async () => (await touched()).length, { interval: 1 }).toBeGreaterThan(0);
  await running.stop();
  expect(await left()).toBeGreaterThan(0);
  expect(await world.query(`select from maintenance where name = 'expired' and leased_until is null`)).toHaveLength(1);
  await createJobBench(server.services).jobs.tick();
  expect(await left()).toBe(0);
});

it('stray files are removed several at a time, and those of a server that stops stay for the next one', async () => {
  const strays = new Set(Array.from({ length: 250 }, () => randomBytes(16).toString('hex')));
  let [running, most] = [0, 0];
  const files: FileStore = {
    ...server.services.files,
    async *entries() {
      for (const storageKey of strays) yield { storageKey, ageMs: STRAY_AFTER_MS };
    },
    async remove(key) {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      strays.delete(key);
    },
  };
  const { database } = server;
  const stopped = await collectStrayFiles({ database, files, isHalted: () => strays.size < 250 });
  expect([most > 1, stopped.removed > 0, strays.size]).toEqual([true, true, 250 - stopped.removed]);
  expect(strays.size).toBeGreaterThan(100);
  const rest = strays.size;
  expect(await collectStrayFiles({ database, files })).toEqual({ removed: rest, left: 0 });
});
