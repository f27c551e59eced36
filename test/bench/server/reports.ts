// How long a report takes on the server, and the list behind each kind of number: wall clock of a
// request, one after the other, over the whole time of the demonstration.

import { figureOf, listOfNumber, REPORT_COLUMNS, type ReportColumn } from '#contract/reports.ts';
import { PATHS } from '#contract/paths.ts';
import { FIGURES } from '#domain/report-figures.ts';
import { REPORTS } from '#domain/reports.ts';
import type { Town } from './town.ts';

const TIMES = 15;
const DAYS = { from: '2024-01-01', to: '2028-12-31' };

export async function measureReports({ client, owner }: Town): Promise<void> {
  await owner.query('analyze');
  const { rows } = await owner.query<{ documents: number; lines: number }>(
    'select (select count(*)::int from documents) as documents, (select count(*)::int from logs) as lines',
  );
  console.log(`${String(rows[0]?.documents)} documents, ${String(rows[0]?.lines)} lines of the history\n`);
  console.log('| request | median ms | most ms |\n|---|---|---|');
  for (const report of REPORTS)
    await measure(report, () => client.get(`${PATHS.report(report)}?${new URLSearchParams(DAYS).toString()}`));
  const columns = new Set<ReportColumn>(REPORTS.flatMap((report): readonly ReportColumn[] => REPORT_COLUMNS[report]));
  for (const column of [...columns].filter((one) => FIGURES.some((figure) => figure === one))) {
    const address = listOfNumber(column, { ...DAYS, organization_id: null, row: null });
    if (address === null || figureOf(address) === null) continue;
    const query = new URLSearchParams(Object.entries(address).map(([name, value]) => [name, String(value)]));
    await measure(`ids of ${column}`, () => client.get(`${PATHS.reportDocuments}?${query.toString()}`));
    await measure(`list of ${column}`, () => client.get(`${PATHS.documents}?${query.toString()}`));
  }
}

async function measure(name: string, ask: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const start = performance.now();
    await ask();
    took.push(performance.now() - start);
  }
  const sorted = took.toSorted((one, other) => one - other);
  console.log(`| ${name} | ${(sorted[TIMES >> 1] ?? 0).toFixed(0)} | ${(sorted.at(-1) ?? 0).toFixed(0)} |`);
}
