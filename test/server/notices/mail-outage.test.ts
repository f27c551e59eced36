// A mail server that is away for days: reminders wait for it up to a week, and say then what is
// true then.

import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '#domain/dates.ts';
import { listFailedMail, retryFailedMail } from '#server/operation/failed-mail.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { Town, World } from '../harness/world.ts';
import { createJobBench, type JobBench } from './job-bench.ts';

const DAY_MS = 86_400_000;
/** 9:00 in São Paulo. */
const START = Date.parse('2030-03-11T12:00:00Z');

let now = START;
let isAway = false;
const lines: string[] = [];
let server: TestServer;
let world: World;
let pmvi: Town;
let bench: JobBench;

townPerFile.override('options', { clock: () => now, logTo: lines });
townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi } = town));
beforeEach(async () => {
  now = START;
  isAway = true;
  lines.length = 0;
  await world.query('delete from jobs');
  await world.query(`update documents set stored_status = 'completed'`);
  const away = { shift: () => (isAway ? new Error('away') : undefined), push: () => 0 };
  bench = createJobBench(server.services, { failures: away as unknown as Error[] });
});

const dueIn = async (days: number): Promise<void> => {
  const ana = await world.as(pmvi.people.ana);
  const limitDate = addDays(dayAt(START, 'America/Sao_Paulo'), days);
  await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate });
  await world.query('delete from pending_notices');
};
/** Ticks every hour. */
const pass = async (days: number): Promise<void> => {
  for (const end = now + days * DAY_MS; now < end; now += DAY_MS / 24) await bench.jobs.tick();
};
const subjects = (): string[] =>
  bench.mails.map(({ to, subject }) => `${to.email}: ${subject.replace(/\S+\d{3}/, 'DOC')}`);

describe('a mail server that is away', () => {
  it('for less than a day loses no reminder; it tells the days that are left then', async () => {
    await dueIn(5);
    await pass(0.7);
    isAway = false;
    await pass(1);
    expect(subjects()).toEqual(['bia@pmvi.example: DOC vence em 4 dias']);
  });

  it('for days sends the last reminder of a limit date once, not all of them', async () => {
    await dueIn(5);
    await pass(4.9);
    isAway = false;
    await pass(0.5);
    expect(subjects()).toEqual(['bia@pmvi.example: DOC vence hoje']);
    await pass(3);
    expect(subjects().toSorted()).toEqual([
      'ana@pmvi.example: DOC está em atraso',
      'bia@pmvi.example: DOC está em atraso',
      'bia@pmvi.example: DOC vence hoje',
    ]);
  });

  it('since before the limit date tells when it is back that the date has passed', async () => {
    await dueIn(1);
    await pass(6);
    isAway = false;
    await pass(1.1);
    expect(subjects().toSorted()).toEqual([
      'ana@pmvi.example: DOC está em atraso',
      'bia@pmvi.example: DOC está em atraso',
    ]);
  });

  it('for longer than a week is given up, and the log says of which kind', async () => {
    await dueIn(0);
    await world.query(`update documents set stored_status = 'completed'`);
    await world.query(
      `insert into jobs (tenant_id, kind, key, payload, run_at) values ($1, 'password-reset', 'one', jsonb_build_object('user_id', $2::bigint), $3)`,
      [pmvi.id, pmvi.people.bia.id, new Date(now).toISOString()],
    );
    const givenUp = (): object[] =>
      lines.map((line) => JSON.parse(line) as { event?: string }).filter(({ event }) => event === 'job_given_up');
    await pass(7);
    expect(givenUp()).toEqual([]);
    await pass(1);
    expect(givenUp()).toEqual([expect.objectContaining({ kind: 'password-reset', tenantId: pmvi.id })]);
  });

  it('is told to the operator, who lets what was given up and what waits be sent at once', async () => {
    await dueIn(5);
    await world.query(
      `insert into jobs (tenant_id, kind, key, payload, run_at) values ($1, 'password-reset', 'one', jsonb_build_object('user_id', $2::bigint), $3)`,
      [pmvi.id, pmvi.people.bia.id, new Date(now).toISOString()],
    );
    await pass(0.1);
    await world.query(`update jobs set done_at = $1 where kind = 'password-reset'`, [new Date(now).toISOString()]);
    const failed = await listFailedMail(server.database, 'pmvi');
    expect(failed).toEqual([
      expect.objectContaining({ tenant: 'PMVI', kind: 'password-reset', error: 'away', next_at: null }),
      expect.objectContaining({ kind: 'deadline-mail', next_at: expect.stringMatching(/Z$/) }),
    ]);
    expect(await listFailedMail(server.database, 'CMVI')).toEqual([]);
    isAway = false;
    expect(await retryFailedMail(server.database, { acronym: 'CMVI', now })).toBe(0);
    expect(await retryFailedMail(server.database, { acronym: null, now })).toBe(2);
    await bench.jobs.tick();
    expect(subjects().toSorted()).toEqual([
      'bia@pmvi.example: DOC vence em 5 dias',
      'bia@pmvi.example: Redefinição de senha',
    ]);
    expect(await listFailedMail(server.database, null)).toEqual([]);
  });
});
