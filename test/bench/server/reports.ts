// How long a report takes on the server, and the list behind each kind of number: one request after
// the other, over the whole time of the demonstration. The wall clock tells the load of the machine
// as well, the time of the processor does not.

import { figureOf, listOfNumber, REPORT_COLUMNS, type ReportColumn } from '#contract/reports.ts';
import { PATHS } from '#contract/paths.ts';
import { FIGURES } from '#domain/report-figures.ts';
import { REPORTS } from '#domain/reports.ts';
import type { Town } from './town.ts';

const TIMES = 7;
const DAYS = { from: '2024-01-01', to: '2028-12-31' };

export async function measureReports({ client, owner, meter }: Town): Promise<void> {
  await owner.query('analyze');
  const { rows } = await owner.query<{ documents: number; lines: number }>(
    'select (select count(*)::int from documents) as documents, (select count(*)::int from logs) as lines',
  );
  console.log(`${String(rows[0]?.documents)} documents, ${String(rows[0]?.lines)} lines of the history\n`);
  console.log('| request | median ms | most ms | ms of processor: Node + PostgreSQL |\n|---|---|---|---|');
  const measure = (name: string, ask: () => Promise<unknown>): Promise<void> => measureOne({ name, ask, meter });
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

type Measuring = { readonly name: string; readonly ask: () => Promise<unknown>; readonly meter: Town['meter'] };

async function measureOne({ name, ask, meter }: Measuring): Promise<void> {
  const before = await meter();
  const took: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const start = performance.now();
    await ask();
    took.push(performance.now() - start);
  }
  const after = await meter();
  const cost = [after.node - before.node, after.postgres - before.postgres].map((ms) => (ms / TIMES).toFixed(0));
  const sorted = took.toSorted((one, other) => one - other);
  const [middle, most] = [sorted[TIMES >> 1] ?? 0, sorted.at(-1) ?? 0];
  console.log(`| ${name} | ${middle.toFixed(0)} | ${most.toFixed(0)} | ${cost.join(' + ')} |`);
}
