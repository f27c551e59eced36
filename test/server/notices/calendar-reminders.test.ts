// Reminders by the calendar of the town, and what its chiefs hear of what stays late.

import { beforeEach, describe, expect, it } from 'vitest';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { createJobBench, type JobBench } from './job-bench.ts';

const ZONE = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;
/** 9:00 in São Paulo. */
const hourOf = (day: CalendarDay) => Date.parse(`${day}T12:00:00Z`);

let now = hourOf('2030-06-03');
let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let admin: TestClient;
let bench: JobBench;

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi, ana, admin } = town));
beforeEach(async () => {
  now = hourOf('2030-06-03');
  await world.query('delete from jobs');
  await world.query('update holidays set deleted_at = now()');
  await world.query('update organizations set chief_user_id = null');
  await world.query(`update documents set stored_status = 'completed'`);
  bench = createJobBench(server.services);
});

const known = async (limitDate: CalendarDay) => {
  const toBia = { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const, limitDate };
  const document = await createdDocument(ana, toBia);
  await world.query(`delete from jobs where kind <> 'reminders'`);
  await world.query('delete from pending_notices');
  return document;
};
const holiday = async (day: CalendarDay, exempt: readonly number[] = []) => {
  const fields = { day, name: 'Padroeiro', kind: 'municipal', exempt_organization_ids: exempt };
  expect((await admin.send('POST', '/api/holidays', fields)).statusCode).toBe(201);
};

/** What is mailed on each day from `first` to `last`, to the person. */
async function mailsOf(person: string, { first, last }: { first: CalendarDay; last: CalendarDay }) {
  const heard: [CalendarDay, string][] = [];
  for (now = hourOf(first); dayAt(now, ZONE) <= last; now += DAY_MS) {
    bench.mails.length = 0;
    while ((await bench.jobs.tick()) > 0);
    const own = bench.mails.filter(({ to }) => to.email.startsWith(`${person}@`));
    heard.push(...own.map(({ subject }): [CalendarDay, string] => [dayAt(now, ZONE), subject.replace(/PMVI\d+ /, '')]));
  }
  return heard;
}

describe('a reminder', () => {
  // 20/06/2030 is Corpus Christi, a Thursday.
  it('moves to the working day before, also by the days of the town', async () => {
    await holiday('2030-06-21');
    await known('2030-06-24');
    expect(await mailsOf('bia', { first: '2030-06-17', last: '2030-06-24' })).toEqual([
      ['2030-06-19', 'vence em 5 dias'],
      ['2030-06-24', 'vence hoje'],
    ]);
  });

  it('of a limit date on a holiday comes before it', async () => {
    await known('2030-06-20');
    expect(await mailsOf('bia', { first: '2030-06-13', last: '2030-06-20' })).toEqual([
      ['2030-06-14', 'vence em 6 dias'],
      ['2030-06-17', 'vence em 3 dias'],
      ['2030-06-19', 'vence amanhã'],
    ]);
  });

  it('stays where the sector works on the day', async () => {
    await holiday('2030-06-26', [pmvi.sectors.SEMED]);
    await known('2030-06-26');
    expect(await mailsOf('bia', { first: '2030-06-25', last: '2030-06-26' })).toEqual([
      ['2030-06-25', 'vence amanhã'],
      ['2030-06-26', 'vence hoje'],
    ]);
  });

  it('comes on the days that the tenant chose', async () => {
    const chosen = await admin.send('PATCH', '/api/tenants', { reminder_days: [2] });
    expect(chosen.json()).toMatchObject({ tenant: { reminder_days: [2], escalation_days: 3 } });
    await known('2030-06-14');
    expect(await mailsOf('bia', { first: '2030-06-10', last: '2030-06-14' })).toEqual([
      ['2030-06-12', 'vence em 2 dias'],
    ]);
    const usual = await admin.send('PATCH', '/api/tenants', { reminder_days: [0, 1, 3, 5, 3] });
    expect(usual.json()).toMatchObject({ tenant: { reminder_days: [5, 3, 1, 0] } });
  });

  it('that could not be sent on its day is sent on a later one, for which nothing is planned', async () => {
    await admin.send('PATCH', '/api/tenants', { reminder_days: [10, 2] });
    await known('2030-06-24');
    const untilTuesday = 5;
    bench.failures.push(...Array.from({ length: untilTuesday }, () => new Error('mail server away')));
    expect(await mailsOf('bia', { first: '2030-06-14', last: '2030-06-21' })).toEqual([
      ['2030-06-19', 'vence em 5 dias'],
      ['2030-06-21', 'vence em 3 dias'],
    ]);
    expect(bench.failures).toEqual([]);
    await admin.send('PATCH', '/api/tenants', { reminder_days: [5, 3, 1, 0] });
  });

  it('comes on no day of a tenant that chose none', async () => {
    await admin.send('PATCH', '/api/tenants', { reminder_days: [] });
    await known('2030-06-14');
    expect(await mailsOf('bia', { first: '2030-06-07', last: '2030-06-14' })).toEqual([]);
    await admin.send('PATCH', '/api/tenants', { reminder_days: [5, 3, 1, 0] });
  });
});

describe('the chief of a sector', () => {
  const lead = () =>
    admin.send('PUT', '/api/organizations', {
      organization_ids: [pmvi.sectors.SEMED],
      chief_user_id: pmvi.people.bia.id,
    });
  const toChief = (days: { first: CalendarDay; last: CalendarDay }) =>
    mailsOf('bia', days).then((heard) => heard.filter(([, subject]) => subject.startsWith('SEMED:')));

  it('hears once of what is three working days late, and at the beginning of each week of all that is', async () => {
    await lead();
    // A Tuesday; the Thursday after it is a holiday.
    await known('2030-06-18');
    expect(await toChief({ first: '2030-06-18', last: '2030-07-01' })).toEqual([
      ['2030-06-24', 'SEMED: 1 documento em atraso'],
      ['2030-07-01', 'SEMED: 1 documento em atraso'],
    ]);
    expect(bench.mails.at(-1)?.text).toContain('há 8 dias úteis');
    expect(bench.mails.at(-1)?.text).not.toContain('Interdição');
  });

  it('hears of a document between two lists', async () => {
    await lead();
    await known('2030-06-07');
    expect(await toChief({ first: '2030-06-07', last: '2030-06-14' })).toEqual([
      ['2030-06-10', 'SEMED: 1 documento em atraso'],
      ['2030-06-12', 'SEMED: 1 documento em atraso'],
    ]);
  });

  it('hears after as many working days as the tenant chose, and never where it chose so', async () => {
    await lead();
    const chosen = await admin.send('PATCH', '/api/tenants', { escalation_days: 1 });
    expect(chosen.json()).toMatchObject({ tenant: { escalation_days: 1 } });
    await known('2030-06-11');
    expect(await toChief({ first: '2030-06-11', last: '2030-06-14' })).toEqual([
      ['2030-06-12', 'SEMED: 1 documento em atraso'],
    ]);
    const never = await admin.send('PATCH', '/api/tenants', { escalation_days: null });
    expect(never.json()).toMatchObject({ tenant: { escalation_days: null } });
    expect(await toChief({ first: '2030-06-17', last: '2030-06-18' })).toEqual([]);
    await admin.send('PATCH', '/api/tenants', { escalation_days: 3 });
  });

  it('hears how many there are where they are more than an e-mail names', async () => {
    await lead();
    const { id } = await known('2030-06-07');
    const more = 'd.id + 100000 + n';
    await world.query(
      `with copies as (insert into documents overriding system value select (jsonb_populate_record(d,
            jsonb_build_object('id', ${more}, 'number', ${more}))).* from documents d, generate_series(1, 136) n where d.id = $1
          returning id)
        insert into document_organizations select (jsonb_populate_record(o, jsonb_build_object('document_id', c.id))).*
          from document_organizations o, copies c where o.document_id = $1`,
      [id],
    );
    expect(await toChief({ first: '2030-06-10', last: '2030-06-10' })).toEqual([
      ['2030-06-10', 'SEMED: 137 documentos em atraso'],
    ]);
    const text = bench.mails.find(({ subject }) => subject.startsWith('SEMED:'))?.text ?? '';
    expect(text.match(/: venceu em 07\/06\/2030/g)).toHaveLength(100);
    expect(text).toContain('E mais 37, no Malote.');
  });

  it('hears nothing of a document that is completed, nor after leaving the sector', async () => {
    await lead();
    const document = await known('2030-06-07');
    await world.query(`update documents set stored_status = 'completed' where id = $1`, [document.id]);
    expect(await toChief({ first: '2030-06-10', last: '2030-06-12' })).toEqual([]);
    await known('2030-06-13');
    await world.query('update users set organization_id = $1 where id = $2', [pmvi.sectors.GAB, pmvi.people.bia.id]);
    expect(await toChief({ first: '2030-06-14', last: '2030-06-19' })).toEqual([]);
    await world.query('update users set organization_id = $1 where id = $2', [pmvi.sectors.SEMED, pmvi.people.bia.id]);
  });
});
