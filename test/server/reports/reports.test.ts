// Every number of every report is what a naive count over the raw rows gives, and the total of the
// list that it opens (S236): random histories, five zones, a person who sees all and a manager.

import { COLUMN_WORDS } from '#contract/report-words.ts';
import { listOfNumber, REPORT_COLUMNS } from '#contract/reports.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { holidaysOf } from '#domain/working-days.ts';
import { describe, expect, it } from 'vitest';
import { createDice } from '../bodies/fuzz-values.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { type RawDocument, rawDocuments, writeHistories } from './histories.ts';
import { listed, numbersHold, type Numbers, report } from './numbers-hold.ts';
import { type Days, oracle } from './oracle.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const SEED = LONG ? Date.now() % 2 ** 31 : 20_261_128;
const NOW = Date.parse('2026-11-19T17:00:00Z');
const ZONES = ['America/Sao_Paulo', 'America/Noronha', 'America/Rio_Branco', 'Asia/Tokyo', 'America/New_York'];
const PERIODS: readonly Days[] = [
  { from: '2026-11-01', to: '2026-11-19' },
  { from: '2026-10-10', to: '2026-10-20' },
  { from: '2026-01-01', to: '2026-12-31' },
];

let server: TestServer;
let world: World;
let pmvi: Town;
let admin: TestClient;
let gestor: TestClient;
let documents: RawDocument[];

/** The town's own days, beside those of each year. */
const OWN_DAYS = [
  { day: '2026-10-05', name: 'Aniversário da cidade', kind: 'municipal', exemptSectors: [] },
  { day: '2026-11-02', name: 'Finados com expediente', kind: 'working', exemptSectors: [] },
] as const;
const holidays = holidaysOf(OWN_DAYS);

const numbers = (days: Days, zone: string): Numbers => ({
  documents,
  sectors: Object.values(pmvi.sectors),
  subjects: Object.values(pmvi.subjects),
  holidays,
  zone,
  today: dayAt(NOW, zone),
  days,
});

townPerFile.override('options', { clock: () => NOW });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi } = town);
  admin = await world.as(pmvi.people.admin);
  gestor = await world.as(pmvi.people.gestor);
  const since = Date.parse('2026-08-20T00:00:00Z');
  const dice = createDice(SEED);
  await writeHistories(world, { town: pmvi, dice, count: LONG ? 600 : 90, since, now: NOW });
  await writeHistories(world, { town: world.cmvi, dice, count: 20, since, now: NOW });
  for (const { day, name, kind } of OWN_DAYS)
    await world.query('insert into holidays (tenant_id, day, name, kind) values ($1, $2, $3, $4)', [
      pmvi.id,
      day,
      name,
      kind,
    ]);
  documents = await rawDocuments(world, pmvi);
  await world.query('analyze');
});

describe(`numbers over random histories (seed ${SEED})`, () => {
  it.each(ZONES)('equal the naive count and the list they open: %s', async (zone) => {
    await world.query('update tenants set time_zone = $1 where id = $2', [zone, pmvi.id]);
    const days = PERIODS[ZONES.indexOf(zone) % PERIODS.length] ?? { from: '', to: '' };
    const client = ZONES.indexOf(zone) === 1 ? gestor : admin;
    expect(await numbersHold(client, numbers(days, zone))).toBeGreaterThan(client === admin ? 30 : 5);
  });

  it('count a whole year, and compare with the days before', async () => {
    const zone = 'America/Sao_Paulo';
    await world.query('update tenants set time_zone = $1 where id = $2', [zone, pmvi.id]);
    const days = { from: '2026-01-01', to: '2026-11-19' };
    await numbersHold(gestor, numbers(days, zone));
    const before = { from: '2026-10-01', to: '2026-10-19' };
    const asked = { from: '2026-11-01', to: '2026-11-19', before_from: before.from, before_to: before.to };
    const { sets } = oracle(documents, before, { zone, today: dayAt(NOW, zone), holidays });
    expect((await report(admin, 'deadlines', asked)).before).toMatchObject({
      received: sets['received']?.size,
      completed: sets['completed']?.size,
    });
  });

  it('name each person of the own sector to its manager alone, in the order of names', async () => {
    const zone = 'America/Sao_Paulo';
    const days = { from: '2026-11-01', to: '2026-11-19' };
    const own = await report(gestor, 'load', days);
    expect(own.people?.map(({ name }) => name)).toEqual(['Ana Peçanha', 'Rosângela Meireles']);
    for (const { id, values } of own.people ?? []) {
      const where = { sector: pmvi.sectors.SEMOB, person: id };
      const expected = oracle(documents, days, { zone, today: dayAt(NOW, zone), holidays, ...where });
      for (const column of ['open', 'late'] as const) {
        expect(values[column]).toBe(expected.sets[column]?.size);
        const address = listOfNumber(column, { ...own, row: { kind: 'person', id } });
        expect((await listed(gestor, address ?? {})).total).toBe(values[column]);
      }
    }
    expect((await report(admin, 'load', days)).people).toBeNull();
    expect((await report(admin, 'load', { ...days, organization_id: pmvi.sectors.SEMOB })).people).toBeNull();
  });
});

describe('what is refused', () => {
  const days = (from: CalendarDay, to: CalendarDay) => `/api/reports/deadlines?from=${from}&to=${to}`;
  it('a foreign sector, a person without reports, and one without a sector', async () => {
    const foreign = `${days('2026-11-01', '2026-11-19')}&organization_id=${pmvi.sectors.SEMED}`;
    expect((await gestor.get(foreign)).statusCode).toBe(403);
    expect((await admin.get(foreign)).statusCode).toBe(200);
    const ana = await world.as(pmvi.people.ana);
    expect((await ana.get(days('2026-11-01', '2026-11-19'))).statusCode).toBe(403);
    await world.query('update users set organization_id = null where id = $1', [pmvi.people.gestor.id]);
    expect((await gestor.get(days('2026-11-01', '2026-11-19'))).statusCode).toBe(403);
    const { SEMOB } = pmvi.sectors;
    await world.query('update users set organization_id = $1 where id = $2', [SEMOB, pmvi.people.gestor.id]);
  });

  it('more than five years, and days in no order', async () => {
    expect((await admin.get(days('2024-01-01', '2028-12-31'))).statusCode).toBe(200);
    expect((await admin.get(days('2024-01-01', '2029-01-01'))).statusCode).toBe(422);
    expect((await admin.get(days('2026-11-19', '2026-11-01'))).statusCode).toBe(422);
    expect((await admin.get('/api/reports/documents?figure=seen')).statusCode).toBe(422);
  });
});

it('is a sheet that Excel in Portuguese opens, and leaves its event', async () => {
  await world.query(`update organizations set name = '=1+1' where id = $1`, [pmvi.sectors.ARQ]);
  const answer = await admin.get('/api/reports/times?from=2026-01-01&to=2026-11-19&format=csv');
  const [titles = '', ...lines] = answer.body.split('\r\n');
  expect(titles).toBe(
    `\uFEFFSigla;Setor;${REPORT_COLUMNS.times.map((one) => COLUMN_WORDS[one].sheet ?? COLUMN_WORDS[one].title).join(';')}`,
  );
  expect(lines.some((line) => line.startsWith("ARQ;'=1+1;"))).toBe(true);
  expect(lines.find((line) => line.startsWith(';Todos;'))).toMatch(/^;Todos;\d+;\d+(,\d+)?;/);
  expect(await world.query(`select kind, act, amount from access_events where kind = 'export'`)).toEqual([
    { kind: 'export', act: 'export-report-times', amount: 4 },
  ]);
  expect(server.app.hasRoute({ method: 'GET', url: '/api/reports/:report' })).toBe(true);
});

it('a person has two reports at a time, and the others wait for them alone', async () => {
  const address = '/api/reports/extensions?from=2026-11-01&to=2026-11-19';
  const waiting = async () => {
    const [row] = await world.query<{ count: number }>(
      `select count(*)::int as count from pg_locks where relation = 'logs'::regclass and not granted`,
    );
    return row?.count;
  };
  await world.query('begin');
  await world.query('lock table logs in access exclusive mode');
  const asked = [gestor, admin].flatMap((client) => Array.from({ length: 4 }, () => client.get(address)));
  await expect.poll(waiting).toBe(4);
  for (let other = 0; other < 3; other += 1) expect((await gestor.get('/api/alerts')).statusCode).toBe(200);
  expect(await waiting()).toBe(4);
  await world.query('rollback');
  for (const answer of await Promise.all(asked)) expect(answer.statusCode).toBe(200);
});
