// The bus behind GET /api/events when its connection breaks.

import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { openEventBus } from '#server/events/event-bus.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import type { Town } from '../harness/world.ts';

let server: TestServer;
let pmvi: Town;

townPerFile.beforeAll(async ({ town }) => void ({ server, pmvi } = town));

it.each([
  [
    'the announcements can’t be asked for',
    'alter function working_roles() rename to roles_away',
    'alter function roles_away() rename to working_roles',
  ],
  [
    'the numbers can’t be read',
    'alter table counters rename to counters_away',
    'alter table counters_away rename to counters',
  ],
])('an attempt to connect again in which %s leaves no connection behind', async (_name, breakIt, mendIt) => {
  const owner = new pg.Client(server.connection);
  await owner.connect();
  const pidsOf = async (): Promise<number[]> =>
    (
      await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'malote events'`,
      )
    ).rows.map(({ pid }) => pid);
  const before = await pidsOf();
  const error = vi.fn<() => void>();
  const bus = await openEventBus({ connection: server.connection, log: { error }, retryMs: 10 });
  const told = vi.fn<(rev: number) => void>();
  bus.subscribe(pmvi.id, told);
  await owner.query(breakIt);
  const own = (await pidsOf()).filter((pid) => !before.includes(pid));
  await owner.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [own]);
  await vi.waitFor(() => expect(error.mock.calls.length).toBeGreaterThan(10), { timeout: 20_000, interval: 20 });
  await owner.query(mendIt);
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 20_000, interval: 20 });
  await vi.waitFor(async () => expect(await pidsOf()).toHaveLength(before.length + 1), {
    interval: 20,
  });
  await bus.close();
  await vi.waitFor(async () => expect(await pidsOf()).toEqual(before), { interval: 20 });
  await owner.end();
});
