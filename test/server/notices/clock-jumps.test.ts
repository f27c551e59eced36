// A clock that ran ahead for a moment and came back: what was planned meanwhile stands far ahead,
// and must not wait for that day. Nothing of that day is said as true. Clocks of servers that are a
// little apart change nothing.

import { beforeEach, describe, expect, it } from 'vitest';
import { dayAt, addDays } from '#domain/dates.ts';
import { createLoginThrottle } from '#server/sessions/login-throttle.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { createJobBench, type JobBench } from './job-bench.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 9:00 in São Paulo. */
const START = Date.parse('2030-03-11T12:00:00Z');
const ZONE = 'America/Sao_Paulo';

let now = START;
let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bench: JobBench;

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi } = town));
beforeEach(async () => {
  now = START;
  await world.query('delete from jobs');
  await world.query('delete from maintenance');
  await world.query(`update documents set stored_status = 'completed'`);
  bench = createJobBench(server.services);
  ana = await world.as(pmvi.people.ana);
});

const known = async (limitDate: string): Promise<void> => {
  await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate });
  await world.query('delete from pending_notices');
};

/** The clock is 400 days ahead during `work`, as before the time of a machine is set right. */
async function ahead(work: () => Promise<unknown>): Promise<void> {
  now += 400 * DAY_MS;
  await work();
  now -= 400 * DAY_MS;
}

const expired = async (hash: string, at: number) =>
  world.query(`insert into sessions (token_hash, csrf_token, expires_at) values ($1, '', $2)`, [
    Buffer.from(hash),
    new Date(at).toISOString(),
  ]);
const sessions = async (hash: string): Promise<number> =>
  (await world.query('select from sessions where token_hash = $1', [Buffer.from(hash)])).length;

describe('after a clock that ran ahead', () => {
  it('cleaning goes on within the hour, also where a server died while cleaning', async () => {
    await bench.jobs.tick();
    await ahead(() => bench.jobs.tick());
    now += HOUR_MS;
    await expired('after', now - 1);
    await bench.jobs.tick();
    expect(await sessions('after')).toBe(0);
    const planned = await world.query<{ due_at: string }>('select due_at from maintenance');
    expect(planned.every((row) => Date.parse(row.due_at) <= now + HOUR_MS)).toBe(true);

    await world.query('update maintenance set due_at = $1, leased_until = $2', [
      new Date(now).toISOString(),
      new Date(now + 400 * DAY_MS).toISOString(),
    ]);
    await expired('leased', now - 1);
    await bench.jobs.tick();
    expect(await sessions('leased')).toBe(0);
  });

  it('nothing is removed by that clock', async () => {
    await bench.jobs.tick();
    await expired('still good', now + DAY_MS);
    await ahead(() => bench.jobs.tick());
    expect(await sessions('still good')).toBe(1);
    await bench.jobs.tick();
    expect(await sessions('still good')).toBe(1);
    // A server that was off for a month cleans an hour after its start.
    now += 30 * DAY_MS;
    await bench.jobs.tick();
    expect(await sessions('still good')).toBe(1);
    now += HOUR_MS;
    await bench.jobs.tick();
    expect(await sessions('still good')).toBe(0);
  });

  it('a message that waited meanwhile is sent, and one that was taken meanwhile is taken anew', async () => {
    const limitDate = addDays(dayAt(START, ZONE), 3);
    await known(limitDate);
    bench.failures.push(new Error('away'));
    await bench.jobs.tick();
    await ahead(() => bench.jobs.tick());
    await bench.jobs.tick();
    expect(bench.mails.map((mail) => mail.subject)).toEqual([expect.stringContaining('vence em 3 dias')]);

    await world.query(`update jobs set done_at = null, run_at = $1, leased_until = $2 where kind = 'deadline-mail'`, [
      new Date(now).toISOString(),
      new Date(now + 400 * DAY_MS).toISOString(),
    ]);
    await bench.jobs.tick();
    expect(bench.mails).toHaveLength(2);
  });

  it('nobody is told that a document is overdue which is not', async () => {
    const limitDate = addDays(dayAt(START, ZONE), 398);
    await known(limitDate);
    await bench.jobs.tick();
    const stopped = createJobBench(server.services, { failures: [new Error('off'), new Error('off')] });
    await ahead(() => stopped.jobs.tick());
    now += HOUR_MS;
    await bench.jobs.tick();
    expect(bench.mails).toEqual([]);
  });

  it('a planned day that has not come plans nothing', async () => {
    const day = addDays(dayAt(START, ZONE), 400);
    await known(addDays(day, 1));
    await world.query(
      `insert into jobs (tenant_id, kind, key, payload, run_at) values ($1, 'reminders', 'reminders:' || $2, jsonb_build_object('day', $2::text), $3)`,
      [pmvi.id, day, new Date(START + 400 * DAY_MS).toISOString()],
    );
    await world.query(`delete from jobs where kind = 'notices'`);
    await bench.jobs.tick();
    expect(await world.query(`select from jobs where done_at is null`)).toEqual([]);
    expect(await world.query(`select from jobs where kind = 'deadline-mail'`)).toEqual([]);
  });

  it('failed logins of that time do not keep a person out', async () => {
    const throttle = createLoginThrottle(server.database);
    const attempt = () => ({ email: 'bia@pmvi.example', address: '10.0.0.9', now });
    await ahead(async () => {
      for (let failure = 0; failure < 6; failure += 1) await throttle.failed(attempt());
      expect(await throttle.secondsToWait(attempt())).toBeGreaterThan(0);
    });
    expect(await throttle.secondsToWait(attempt())).toBe(0);
  });
});

describe('servers whose clocks are a little apart', () => {
  const APART_MS = 4 * 60_000;

  it('send each message once, also while one of them is sending it', async () => {
    await known(addDays(dayAt(START, ZONE), 3));
    bench.failures.push(new Error('away'));
    await bench.jobs.tick();
    now += HOUR_MS / 4;
    const behind = createJobBench(server.services, { mails: bench.mails, clock: () => now - APART_MS });
    const sending = createJobBench(server.services, {
      mailer: {
        async send(message) {
          await behind.jobs.tick();
          bench.mails.push(message);
        },
        close: () => undefined,
      },
    });
    await sending.jobs.tick();
    expect(bench.mails.map((mail) => mail.subject)).toEqual([expect.stringContaining('vence em 3 dias')]);
  });

  it('clean once an hour, and not while another of them cleans', async () => {
    await bench.jobs.tick();
    now += HOUR_MS;
    await expired('cleaned', now - DAY_MS);
    await bench.jobs.tick();
    expect(await sessions('cleaned')).toBe(0);
    const behind = createJobBench(server.services, { clock: () => now - APART_MS });
    await expired('later', now - DAY_MS);
    await behind.jobs.tick();
    expect(await sessions('later')).toBe(1);

    await world.query('update maintenance set due_at = $1, leased_until = $2', [
      new Date(now - APART_MS).toISOString(),
      new Date(now + HOUR_MS / 2).toISOString(),
    ]);
    await behind.jobs.tick();
    expect(await sessions('later')).toBe(1);
  });
});
