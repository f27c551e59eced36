// Every number of every report is what a naive count over the raw rows gives, and the total of the
// list that it opens (S236): random histories, five zones, a person who sees all and a manager.

import { COLUMN_WORDS } from '#contract/report-words.ts';
import { listOfNumber, REPORT_COLUMNS, type ReportAnswer, type ReportColumn, rowKindOf } from '#contract/reports.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { REPORTS, type Report } from '#domain/reports.ts';
import { describe, expect, it } from 'vitest';
import { createDice } from '../bodies/fuzz-values.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { type RawDocument, rawDocuments, writeHistories } from './histories.ts';
import { type Days, oracle, OWN_DAYS, type Where } from './oracle.ts';

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

async function report(client: TestClient, name: Report, query: Record<string, string | number>): Promise<ReportAnswer> {
  const answer = await client.get(`/api/reports/${name}?${search(query)}`);
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 });
  return answer.json<ReportAnswer>();
}

const search = (query: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

/** The first ids of the list of an address, and its total. */
async function listed(client: TestClient, address: Readonly<Record<string, string | number>>) {
  const answer = await client.get(`/api/documents?${search({ ...address, per_page: 2 })}`);
  expect({ address, status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 200 });
  const { total, data } = answer.json<{ total: number; data: { id: number }[] }>();
  return { total, ids: data.map(({ id }) => id) };
}

type Row = { readonly values: ReportAnswer['total']; readonly where: Where; readonly id: number | null };

/** The rows of an answer and its total; a sector without numbers has no row. */
function rowsOf(answer: ReportAnswer, name: Report): Row[] {
  const sector = answer.organization_id ?? undefined;
  const kind = rowKindOf(name);
  const all = kind === 'sector' ? Object.values(pmvi.sectors) : Object.values(pmvi.subjects);
  const rows = all.map((id): Row => {
    const found = answer.rows.find((row) => row.id === id);
    const zero = Object.fromEntries(REPORT_COLUMNS[name].map((column) => [column, null]));
    return { id, values: found?.values ?? zero, where: kind === 'sector' ? { sector: id } : { sector, subject: id } };
  });
  const within = rows.filter(({ id }) => kind === 'subject' || sector === undefined || id === sector);
  return [...within, { id: null, values: answer.total, where: { sector } }];
}

let opened = 0;

/**
 * Expects each row of a report to be what the oracle says, and each list to have as many documents.
 */
async function holds(client: TestClient, name: Report, { days, zone }: { days: Days; zone: string }): Promise<void> {
  const answer = await report(client, name, days);
  const today = dayAt(NOW, zone);
  for (const { id, values, where } of rowsOf(answer, name)) {
    const { sets, measures } = oracle(documents, days, { zone, today, ...where });
    const columns: readonly ReportColumn[] = REPORT_COLUMNS[name];
    const counted = columns.filter((column) => sets[column] !== undefined);
    const told = { zone, days, name, where };
    const sizes = Object.fromEntries(counted.map((column) => [column, sets[column]?.size]));
    const numbers = Object.fromEntries(counted.map((column) => [column, values[column] ?? 0]));
    expect({ ...told, numbers }).toEqual({ ...told, numbers: sizes });
    const rest = columns.filter((column) => sets[column] === undefined);
    const rounded = (from: ReportAnswer['total']) => rest.map((column) => [column, roundedOf(from[column] ?? null)]);
    expect({ ...told, measured: rounded(values) }).toEqual({ ...told, measured: rounded(measures) });
    for (const column of counted.filter((one) => sets[one]?.size !== 0)) {
      opened += 1;
      await opens(client, { answer, column, id, set: sets[column] ?? new Set() });
    }
  }
}

const roundedOf = (value: number | string | null) =>
  typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;

async function opens(
  client: TestClient,
  of: { answer: ReportAnswer; column: ReportColumn; id: number | null; set: ReadonlySet<number> },
): Promise<void> {
  const { answer, column, id, set } = of;
  const row = id === null ? null : { kind: rowKindOf(answer.report), id };
  const address = listOfNumber(column, { ...answer, row });
  if (address === null) throw new Error(`${column} opens no list`);
  const { total, ids } = await listed(client, address);
  expect({ address, total, others: ids.filter((one) => !set.has(one)) }).toEqual({
    address,
    total: set.size,
    others: [],
  });
  if (address['figure'] === undefined || id !== null) return;
  const found = (await client.get(`/api/reports/documents?${search(address)}`)).json<{ ids: number[] }>().ids;
  const sector = Number(address['organization_id'] ?? 0);
  const here = found.filter((one) => sector === 0 || documents.find((raw) => raw.id === one)?.sectors.includes(sector));
  expect(new Set(here)).toEqual(set);
}

describe(`numbers over random histories (seed ${SEED})`, () => {
  it.each(ZONES)('equal the naive count and the list they open: %s', async (zone) => {
    await world.query('update tenants set time_zone = $1 where id = $2', [zone, pmvi.id]);
    const days = PERIODS[ZONES.indexOf(zone) % PERIODS.length] ?? { from: '', to: '' };
    opened = 0;
    const client = ZONES.indexOf(zone) === 1 ? gestor : admin;
    for (const name of REPORTS) await holds(client, name, { days, zone });
    expect(opened).toBeGreaterThan(client === admin ? 30 : 5);
  });

  it('count a whole year, and compare with the days before', async () => {
    const zone = 'America/Sao_Paulo';
    await world.query('update tenants set time_zone = $1 where id = $2', [zone, pmvi.id]);
    const days = { from: '2026-01-01', to: '2026-11-19' };
    for (const name of REPORTS) await holds(gestor, name, { days, zone });
    const before = { from: '2026-10-01', to: '2026-10-19' };
    const asked = { from: '2026-11-01', to: '2026-11-19', before_from: before.from, before_to: before.to };
    const { sets } = oracle(documents, before, { zone, today: dayAt(NOW, zone) });
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
      const expected = oracle(documents, days, { zone, today: dayAt(NOW, zone), ...where });
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
