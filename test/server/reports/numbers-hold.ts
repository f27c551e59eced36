// Expects the numbers of reports to be those of the oracle, and each list that a number opens to
// have as many documents.

import { listOfNumber, REPORT_COLUMNS, type ReportAnswer, type ReportColumn, rowKindOf } from '#contract/reports.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { type Report, REPORTS } from '#domain/reports.ts';
import type { Holidays } from '#domain/working-days.ts';
import { expect } from 'vitest';
import type { TestClient } from '../harness/test-client.ts';
import type { RawDocument } from './histories.ts';
import { type Days, oracle, type Where } from './oracle.ts';

/** The raw rows of a town, what its reports have a row for, and the days that are counted. */
export type Numbers = {
  readonly documents: readonly RawDocument[];
  readonly sectors: readonly number[];
  readonly subjects: readonly number[];
  readonly holidays: Holidays;
  readonly zone: string;
  readonly today: CalendarDay;
  readonly days: Days;
};

/** Resolves to how many numbers opened a list. */
export async function numbersHold(client: TestClient, numbers: Numbers): Promise<number> {
  let opened = 0;
  for (const name of REPORTS) opened += await reportHolds(client, name, numbers);
  return opened;
}

/** The answer of a report. */
export async function report(
  client: TestClient,
  name: Report,
  query: Record<string, string | number>,
): Promise<ReportAnswer> {
  const answer = await client.get(`/api/reports/${name}?${search(query)}`);
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 });
  return answer.json<ReportAnswer>();
}

const search = (query: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

/** The first ids of the list of an address, and its total. */
export async function listed(client: TestClient, address: Readonly<Record<string, string | number>>) {
  const answer = await client.get(`/api/documents?${search({ ...address, per_page: 2 })}`);
  expect({ address, status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 200 });
  const { total, data } = answer.json<{ total: number; data: { id: number }[] }>();
  return { total, ids: data.map(({ id }) => id) };
}

type Row = { readonly values: ReportAnswer['total']; readonly where: Where; readonly id: number | null };

/** The rows of an answer and its total; a sector without numbers has no row. */
function rowsOf(answer: ReportAnswer, { sectors, subjects }: Numbers): Row[] {
  const name = answer.report;
  const sector = answer.organization_id ?? undefined;
  const kind = rowKindOf(name);
  const all = kind === 'sector' ? sectors : subjects;
  const rows = all.map((id): Row => {
    const found = answer.rows.find((row) => row.id === id);
    const zero = Object.fromEntries(REPORT_COLUMNS[name].map((column) => [column, null]));
    return { id, values: found?.values ?? zero, where: kind === 'sector' ? { sector: id } : { sector, subject: id } };
  });
  const within = rows.filter(({ id }) => kind === 'subject' || sector === undefined || id === sector);
  return [...within, { id: null, values: answer.total, where: { sector } }];
}

async function reportHolds(client: TestClient, name: Report, numbers: Numbers): Promise<number> {
  const { documents, days, zone, today, holidays } = numbers;
  const answer = await report(client, name, days);
  let opened = 0;
  for (const { id, values, where } of rowsOf(answer, numbers)) {
    const { sets, measures } = oracle(documents, days, { zone, today, holidays, ...where });
    const columns: readonly ReportColumn[] = REPORT_COLUMNS[name];
    const counted = columns.filter((column) => sets[column] !== undefined);
    const told = { zone, days, name, where };
    const sizes = Object.fromEntries(counted.map((column) => [column, sets[column]?.size]));
    const shown = Object.fromEntries(counted.map((column) => [column, values[column] ?? 0]));
    expect({ ...told, numbers: shown }).toEqual({ ...told, numbers: sizes });
    const rest = columns.filter((column) => sets[column] === undefined);
    const rounded = (from: ReportAnswer['total']) => rest.map((column) => [column, roundedOf(from[column] ?? null)]);
    expect({ ...told, measured: rounded(values) }).toEqual({ ...told, measured: rounded(measures) });
    for (const column of counted.filter((one) => sets[one]?.size !== 0)) {
      opened += 1;
      await opens(client, { answer, column, id, set: sets[column] ?? new Set(), documents });
    }
  }
  return opened;
}

const roundedOf = (value: number | string | null) =>
  typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;

async function opens(
  client: TestClient,
  of: {
    answer: ReportAnswer;
    column: ReportColumn;
    id: number | null;
    set: ReadonlySet<number>;
    documents: readonly RawDocument[];
  },
): Promise<void> {
  const { answer, column, id, set, documents } = of;
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
