// The reports: numbers by sector, by subject and by person (S236). A number that opens a list is
// counted by the SQL that selects the list (report-figures.ts). A document in two sectors counts in
// both, and once in the total.

import {
  REPORT_COLUMNS,
  type ReportAnswer,
  type ReportColumn,
  type ReportRow,
  type ReportValues,
  rowKindOf,
} from '#contract/reports.ts';
import { addDays, type CalendarDay, daysBetween } from '#domain/dates.ts';
import { HOLIDAY_KINDS } from '#domain/holidays.ts';
import type { Report } from '#domain/reports.ts';
import { compareNames } from '#domain/text.ts';
import { type Holidays, holidaysOf, isDayOff } from '#domain/working-days.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { arrived, completed, extended, FIGURE_SQL, left, type Period, received } from './report-figures.ts';

export type ReportQuestion = {
  readonly report: Report;
  readonly period: Period;
  readonly today: CalendarDay;
  /** The sector that is chosen, or the only one that the reader may read; null for all. */
  readonly organizationId: number | null;
  readonly holidays: Holidays;
};

type Counted = Pick<ReportAnswer, 'rows' | 'total'>;

/** The measured numbers of each row, by the id of the row; null is the total. */
type Measures = ReadonlyMap<number | null, ReportValues>;

const Numbers = v.record(v.string(), v.nullable(v.union([v.number(), v.string()])));
const Line = v.object({ id: v.nullable(v.number()), values: Numbers });

/**
 * Measures facts, which have a column `document_id` (alias `f`), for each current sector and in
 * total. `by` replaces the sector by another expression over `f`, such as the subject.
 */
async function measured(
  tx: Transaction,
  { period, organizationId }: ReportQuestion,
  { facts, measures, by }: { facts: SQL; measures: SQL; by?: SQL },
): Promise<Measures> {
  const { tenantId } = period;
  const here = organizationId === null ? sql`` : sql` and o.organization_id = ${organizationId}`;
  const inSector = sql`from facts f join document_organizations o
    on o.tenant_id = ${tenantId} and o.document_id = f.document_id and o.current${here}`;
  const all = organizationId === null ? sql`from facts f` : inSector;
  const [row, source] = by === undefined ? [sql`o.organization_id`, inSector] : [by, all];
  const lines = await tx.rowsOf(
    Line,
    sql`with facts as materialized (${facts})
      select ${row} as id, ${measures} as values ${source} group by 1
      union all select null::bigint, ${measures} ${all}`,
  );
  return new Map(lines.map(({ id, values }) => [id, values]));
}

/** `json_build_object` of named numbers. */
function object(numbers: Readonly<Record<string, SQL>>): SQL {
  const parts = Object.entries(numbers).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_build_object(${sql.join(parts, sql`, `)})`;
}

const documents = (where: SQL): SQL => sql`count(distinct f.document_id) filter (where ${where})`;
const median = (value: SQL): SQL => sql`(percentile_cont(0.5) within group (order by ${value}))::float8`;

/** Puts the numbers of several measures together, by row. */
function merged(parts: readonly Measures[]): Map<number | null, ReportValues> {
  const all = new Map<number | null, ReportValues>();
  for (const part of parts) for (const [id, values] of part) all.set(id, { ...all.get(id), ...values });
  return all;
}

const receivedNow = (tx: Transaction, asked: ReportQuestion) =>
  measured(tx, asked, { facts: received(asked.period), measures: object({ received: documents(sql`true`) }) });

/** How soon documents that arrived were opened, how many were, and how many were not. */
const seenNow = (tx: Transaction, asked: ReportQuestion) =>
  measured(tx, asked, {
    facts: arrived(asked.period),
    measures: object({
      seen: documents(FIGURE_SQL.seen.where),
      unseen: documents(FIGURE_SQL.unseen.where),
      seen_minutes: median(sql`f.minutes`),
    }),
  });

const Done = v.object({
  id: v.nullable(v.number()),
  created_day: v.string(),
  day: v.string(),
  outcome: v.string(),
  count: v.number(),
});

/** Completions by how they met their limit date, and how long they took. */
async function completedNow(tx: Transaction, { period, organizationId, holidays }: ReportQuestion): Promise<Measures> {
  const { tenantId } = period;
  const here = organizationId === null ? sql`` : sql` and o.organization_id = ${organizationId}`;
  const inSector = sql`from facts f join document_organizations o
    on o.tenant_id = ${tenantId} and o.document_id = f.document_id and o.current${here}`;
  const columns = sql`f.created_day::text as created_day, f.day::text as day, f.outcome, count(*)::int as count`;
  const lines = await tx.rowsOf(
    Done,
    sql`with facts as materialized (${completed(period)})
      select o.organization_id as id, ${columns} ${inSector} group by 1, 2, 3, 4
      union all select null::bigint, ${columns} ${organizationId === null ? sql`from facts f` : inSector} group by 1, 2, 3, 4`,
  );
  const groups = new Map<number | null, v.InferOutput<typeof Done>[]>([[null, []]]);
  for (const line of lines) {
    const group = groups.get(line.id);
    if (group === undefined) groups.set(line.id, [line]);
    else group.push(line);
  }
  const workingDays = workingDaysAmong(lines, holidays);
  return new Map(
    [...groups].map(([id, some]) => {
      const sum = (outcome?: string): number =>
        some.reduce((total, one) => total + (outcome === undefined || one.outcome === outcome ? one.count : 0), 0);
      const took = (days: (from: CalendarDay, to: CalendarDay) => number): number | null =>
        medianOf(some.map((one) => [Math.max(0, days(one.created_day, one.day)), one.count]));
      const [original, later] = [sum('on_original'), sum('on_extended')];
      return [
        id,
        {
          completed: sum(),
          on_original: original,
          on_extended: later,
          out_of_time: sum('out_of_time'),
          on_time_share: share(original + later, sum()),
          days: took(daysBetween),
          working_days: took(workingDays),
        },
      ];
    }),
  );
}

/**
 * Returns a function that counts working days between days of these lines. Each day of the whole
 * span is judged once, and not again for every line.
 */
function workingDaysAmong(
  lines: readonly { readonly created_day: CalendarDay; readonly day: CalendarDay }[],
  holidays: Holidays,
): (from: CalendarDay, to: CalendarDay) => number {
  const until = new Map<CalendarDay, number>();
  const [first] = lines.map(({ created_day: day }) => day).toSorted();
  const last = lines
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  if (first === undefined || last === undefined) return () => 0;
  let count = 0;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (!isDayOff(day, holidays)) count += 1;
    until.set(day, count);
  }
  return (from, to) => (until.get(to) ?? 0) - (until.get(from) ?? 0);
}

/** The share in percent, with one decimal; null when the whole is 0. */
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

/** The median of values that occur so many times. */
function medianOf(values: readonly (readonly [value: number, times: number])[]): number | null {
  const sorted = values.toSorted(([one], [other]) => one - other);
  const count = sorted.reduce((sum, [, times]) => sum + times, 0);
  if (count === 0) return null;
  const at = (place: number): number => {
    let before = 0;
    for (const [value, times] of sorted) if ((before += times) > place) return value;
    return 0;
  };
  return (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2;
}

/** The documents that are not completed, with how many are late, and the oldest. */
function openNow({ period, today }: ReportQuestion): { facts: SQL; measures: SQL } {
  const late = sql`status_at(f.stored_status, f.limit_date, ${today}::date) = 'overdue'`;
  return {
    facts: sql`select d.id as document_id, d.stored_status, d.limit_date, d.created_at from documents d
      where d.tenant_id = ${period.tenantId} and d.stored_status <> 'completed'`,
    measures: object({
      open: documents(sql`true`),
      late: documents(late),
      oldest: sql`(min(f.created_at) at time zone ${period.timeZone})::date::text`,
    }),
  };
}

const OwnDay = v.object({ day: v.string(), name: v.string(), kind: v.picklist(HOLIDAY_KINDS) });

/** The town's calendar. A report counts for the whole town, so no sector is exempt. */
export async function readHolidays(tx: Transaction, tenantId: number): Promise<Holidays> {
  const rows = await tx.rowsOf(
    OwnDay,
    sql`select day::text as day, name, kind from holidays where tenant_id = ${tenantId} and deleted_at is null`,
  );
  return holidaysOf(rows.map((row) => ({ ...row, exemptSectors: [] })));
}

const REPORTS: Readonly<Record<Report, (tx: Transaction, asked: ReportQuestion) => Promise<Measures[]>>> = {
  deadlines: async (tx, asked) => [
    await receivedNow(tx, asked),
    await completedNow(tx, asked),
    await measured(tx, asked, openNow(asked)),
    await seenNow(tx, asked),
  ],
  times: async (tx, asked) => [await seenNow(tx, asked), await completedNow(tx, asked), await leftNow(tx, asked)],
  load: async (tx, asked) => [await measured(tx, asked, openNow(asked))],
  exceptions: async (tx, asked) => {
    const measures = object({ received: documents(sql`true`), exceptions: documents(sql`f.is_exception`) });
    const counted = await measured(tx, asked, { facts: received(asked.period), measures, by: sql`f.subject_id` });
    const shares = [...counted].map(([id, values]): [number | null, ReportValues] => [
      id,
      { exceptions_share: share(Number(values['exceptions']), Number(values['received'])) },
    ]);
    return [counted, new Map(shares)];
  },
  extensions: async (tx, asked) => [
    await measured(tx, asked, {
      facts: extended(asked.period),
      measures: object({
        extended: documents(FIGURE_SQL.extended.where),
        extended_once: documents(FIGURE_SQL.extended_once.where),
        extended_twice: documents(FIGURE_SQL.extended_twice.where),
        extended_more: documents(FIGURE_SQL.extended_more.where),
        extensions_each: sql`round(avg(f.times), 2)::float8`,
      }),
    }),
  ],
};

/** Documents that left a sector, counted for that sector and not for the present one. */
async function leftNow(tx: Transaction, { period, organizationId }: ReportQuestion): Promise<Measures> {
  const here = organizationId === null ? sql`` : sql` where f.organization_id = ${organizationId}`;
  const measures = object({ left: documents(sql`true`), stay_days: median(sql`greatest(0, f.days)`) });
  const lines = await tx.rowsOf(
    Line,
    sql`with facts as materialized (${left(period)})
      select f.organization_id as id, ${measures} as values from facts f${here} group by 1
      union all select null::bigint, ${measures} from facts f${here}`,
  );
  return new Map(lines.map(({ id, values }) => [id, values]));
}

/** Whether a row has a number above 0, or a day. A report leaves out the other rows. */
const isAnything = (values: ReportValues): boolean =>
  Object.values(values).some((value) => typeof value === 'string' || (value !== null && value > 0));

const Named = v.object({ id: v.number(), name: v.string(), acronym: v.nullable(v.string()) });

/** A report's rows and their total. */
export async function countReport(tx: Transaction, asked: ReportQuestion): Promise<Counted> {
  const { report, period } = asked;
  const all = merged(await REPORTS[report](tx, asked));
  const ids = [...all.keys()].filter((id) => id !== null);
  const names = await tx.rowsOf(
    Named,
    rowKindOf(report) === 'subject'
      ? sql`select id, name, null::text as acronym from document_subjects where tenant_id = ${period.tenantId}
          and id = any(${sql.param(ids)}::bigint[])`
      : sql`select id, name, acronym from organizations where tenant_id = ${period.tenantId}
          and id = any(${sql.param(ids)}::bigint[])`,
  );
  const shown = (values: ReportValues = {}): ReportValues =>
    Object.fromEntries(REPORT_COLUMNS[report].map((column) => [column, values[column] ?? emptyOf(column)]));
  const rows = names
    .map((named): ReportRow => ({ ...named, values: shown(all.get(named.id)) }))
    .filter(({ values }) => isAnything(values));
  return { rows: rows.toSorted(inOrder(report)), total: shown(all.get(null)) };
}

/**
 * Columns that are measured. Without anything to measure they are null, where a counted column is
 * 0.
 */
const MEASURES: ReadonlySet<string> = new Set<ReportColumn>([
  'on_time_share',
  'exceptions_share',
  'seen_minutes',
  'working_days',
  'days',
  'stay_days',
  'oldest',
  'extensions_each',
]);
const emptyOf = (column: string): number | null => (MEASURES.has(column) ? null : 0);

/**
 * The column that puts the rows of a report in order, the greatest number first. Equal rows are in
 * the order of their names.
 */
const FIRST: Readonly<Record<Report, string>> = {
  deadlines: 'late',
  times: 'unseen',
  load: 'late',
  exceptions: 'exceptions',
  extensions: 'extended',
};

function inOrder(report: Report): (one: ReportRow, other: ReportRow) => number {
  const number = ({ values }: ReportRow): number => Number(values[FIRST[report]] ?? 0);
  const name = ({ acronym, name: whole }: ReportRow): string => acronym ?? whole;
  return (one, other) => number(other) - number(one) || compareNames(name(one), name(other));
}

const PersonLine = v.object({ id: v.number(), name: v.string(), last_name: v.string(), values: Numbers });

/** The load of each person of the sector, in the order of names, so that it is no ranking. */
export async function countPeople(
  tx: Transaction,
  asked: ReportQuestion & { organizationId: number },
): Promise<ReportRow[]> {
  const { period, organizationId } = asked;
  const { facts, measures } = openNow(asked);
  const lines = await tx.rowsOf(
    PersonLine,
    sql`with facts as materialized (${facts})
      select u.id, u.name, u.last_name, ${measures} as values
      from users u join document_responsibles r on r.tenant_id = u.tenant_id and r.user_id = u.id and r.current
        join document_organizations o on o.tenant_id = u.tenant_id and o.document_id = r.document_id and o.current
          and o.organization_id = ${organizationId}
        join facts f on f.document_id = r.document_id
      where u.tenant_id = ${period.tenantId} and u.organization_id = ${organizationId} and u.deleted_at is null
      group by 1, 2, 3`,
  );
  return lines
    .map(({ last_name, name, ...line }): ReportRow => ({ ...line, name: `${name} ${last_name}`, acronym: null }))
    .toSorted((one, other) => compareNames(one.name, other.name));
}
