// One tenant's fault stays with that tenant: whatever is done for all of them in turn is done for
// the others.

import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '#domain/dates.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { createJobBench, type JobBench } from './job-bench.ts';

const HOUR_MS = 3_600_000;
/** 9:00 in São Paulo. */
const START = Date.parse('2030-03-11T12:00:00Z');

let now = START;
const lines: string[] = [];
let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bench: JobBench;

townPerFile.override('options', { clock: () => now, logTo: lines });
townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi, ana } = town));
beforeEach(() => {
  now = START;
  lines.length = 0;
  bench = createJobBench(server.services);
});

const logged = (event: string): object[] =>
  lines.map((line) => JSON.parse(line) as { event?: string }).filter((line) => line.event === event);
const REMINDED = { subject: expect.stringContaining('vence em 3 dias') };

describe('a tenant whose zone is none', () => {
  // The table refuses such a zone. A database that lost the check, or a server whose Node knows
  // fewer zones, may have one.
  beforeEach(async () => {
    await world.query('alter table tenants drop constraint if exists tenants_time_zone');
    await world.query(`update tenants set time_zone = 'America/Nowhere' where id <> $1`, [pmvi.id]);
    await world.query('delete from jobs');
    await createdDocument(ana, {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      limitDate: addDays(dayAt(START, 'America/Sao_Paulo'), 3),
    });
    await world.query('delete from pending_notices');
  });

  it('does not keep another tenant’s reminders from being sent, and is named in the log', async () => {
    await bench.jobs.tick();
    expect(bench.mails).toEqual([expect.objectContaining(REMINDED)]);
    expect(logged('reminders_failed')).toEqual([
      expect.objectContaining({ tenantId: world.cmvi.id, err: expect.objectContaining({ type: 'RangeError' }) }),
    ]);
  });

  it('does not keep the cleaning from being done', async () => {
    await world.query('delete from maintenance');
    await bench.jobs.tick();
    now += HOUR_MS;
    await bench.jobs.tick();
    expect(logged('maintenance_failed')).toEqual([]);
    expect(logged('maintenance').length).toBeGreaterThan(2);
  });
});

describe('a fault in one part of the jobs', () => {
  it('a table that can’t be cleaned keeps neither the others nor messages waiting', async () => {
    await world.query('alter table used_challenges rename to away');
    await world.query('delete from jobs');
    await world.query('delete from maintenance');
    await bench.jobs.tick();
    now += HOUR_MS;
    await world.query(`insert into sessions (token_hash, csrf_token, expires_at) values ('\\x77', '', $1)`, [
      new Date(now - 1).toISOString(),
    ]);
    await world.query(
      `insert into tombstones (tenant_id, collection, row_id, rev, at) values ($1, 'alerts', 1, 1, $2)`,
      [pmvi.id, new Date(now - 200 * 24 * HOUR_MS).toISOString()],
    );
    await bench.jobs.tick();
    await world.query('alter table away rename to used_challenges');
    expect(logged('maintenance_failed')).toEqual([expect.objectContaining({ task: 'expired' })]);
    expect(await world.query(`select from sessions where token_hash = '\\x77'`)).toEqual([]);
    expect(await world.query('select from tombstones')).toEqual([]);
  });
});
