// What this device can say of a report without the server (S236): open and overdue documents and
// exceptions, counted over its copy. It has no history of all documents, so it reports no times.

import { REPORT_COLUMNS, type ReportAnswer, type ReportRow, type ReportValues, rowKindOf } from '#contract/reports.ts';
import { addDays, type CalendarDay, dayAt, startOfDay } from '#domain/dates.ts';
import { statusAt } from '#domain/status.ts';
import type { Report } from '#domain/reports.ts';
import { compareNames } from '#domain/text.ts';
import { documentIndexOf, type IndexEntry } from '../engine/document-index.ts';
import type { Mirror } from '../store/schema.ts';

export type DeviceReport = {
  readonly report: Report;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly organizationId: number | null;
  readonly today: CalendarDay;
  readonly zone: string;
  readonly nowMs: number;
  /** Whether the load of each person of the sector belongs to the report. */
  readonly ofPeople: boolean;
};

/** Whether a report needs only what a device has of a document, and not its history. */
const IS_COUNTED: Readonly<Record<Report, boolean>> = {
  deadlines: true,
  times: false,
  load: true,
  exceptions: true,
  extensions: false,
};

/**
 * The report counted from the documents on this device; null for a report that needs their
 * history, which the device does not have.
 */
export async function deviceReport(mirror: Mirror, asked: DeviceReport): Promise<ReportAnswer | null> {
  const { report, from, to, organizationId, today, zone, nowMs } = asked;
  if (!IS_COUNTED[report]) return null;
  const start = Date.parse(startOfDay(from, zone));
  const end = Date.parse(startOfDay(addDays(to, 1), zone));
  const isIn = ({ createdMs }: IndexEntry) => createdMs >= start && createdMs < end;
  const all = await documentIndexOf(mirror);
  const here = organizationId === null ? all : all.filter((one) => one.organizationIds.includes(organizationId));
  const count = (entries: readonly IndexEntry[]): ReportValues => {
    const open = entries.filter(({ storedStatus }) => storedStatus !== 'completed');
    const received = entries.filter(isIn);
    const exceptions = received.filter(({ isException }) => isException).length;
    const first = open.reduce<number | null>((least, { createdMs }) => Math.min(least ?? createdMs, createdMs), null);
    const counted: ReportValues = {
      open: open.length,
      late: open.filter((one) => statusAt(one, today) === 'overdue').length,
      oldest: first === null ? null : dayAt(first, zone),
      received: received.length,
      exceptions,
      exceptions_share: received.length === 0 ? null : Math.round((exceptions / received.length) * 1000) / 10,
    };
    return Object.fromEntries(REPORT_COLUMNS[report].map((column) => [column, counted[column] ?? null]));
  };
  const bySubject = rowKindOf(report) === 'subject';
  const keys = bySubject ? (one: IndexEntry) => [one.subjectId] : (one: IndexEntry) => one.organizationIds;
  const groups = grouped(here, keys);
  const rows = await Promise.all(
    [...groups].map(async ([id, entries]): Promise<ReportRow> => {
      const named = bySubject ? await mirror.document_subjects.get(id) : await mirror.organizations.get(id);
      const acronym = named !== undefined && 'acronym' in named ? named.acronym : null;
      return { id, name: named?.name ?? '', acronym, values: count(entries) };
    }),
  );
  const people =
    asked.ofPeople && report === 'load' && organizationId !== null
      ? await peopleOf(mirror, { organizationId, groups: grouped(here, ({ responsibleIds }) => responsibleIds), count })
      : null;
  return {
    report,
    at: new Date(nowMs).toISOString(),
    from,
    to,
    organization_id: organizationId,
    rows: rows
      .filter(({ id, values }) => isAnything(values) && isOfSector(id, asked))
      .toSorted((one, other) => compareNames(one.acronym ?? one.name, other.acronym ?? other.name)),
    total: count(here),
    before: null,
    people,
  };
}

/**
 * Whether the report has a row for this sector: when one sector is chosen, the other sectors of its
 * documents have none.
 */
const isOfSector = (id: number, { report, organizationId }: DeviceReport): boolean =>
  organizationId === null || rowKindOf(report) !== 'sector' || id === organizationId;
const isAnything = (values: ReportValues): boolean =>
  Object.values(values).some((value) => value !== null && value !== 0);

function grouped(
  entries: readonly IndexEntry[],
  keysOf: (entry: IndexEntry) => readonly number[],
): Map<number, IndexEntry[]> {
  const groups = new Map<number, IndexEntry[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const some = groups.get(key);
      if (some === undefined) groups.set(key, [entry]);
      else some.push(entry);
    }
  }
  return groups;
}

type People = {
  readonly organizationId: number;
  readonly groups: ReadonlyMap<number, readonly IndexEntry[]>;
  readonly count: (entries: readonly IndexEntry[]) => ReportValues;
};

/** The people of the sector who have open documents, by name. */
async function peopleOf(mirror: Mirror, { organizationId, groups, count }: People): Promise<ReportRow[]> {
  const rows = await Promise.all(
    [...groups].map(async ([id, entries]): Promise<ReportRow[]> => {
      const person = await mirror.users.get(id);
      if (person?.organization?.id !== organizationId) return [];
      return [{ id, name: `${person.name} ${person.last_name}`, acronym: null, values: count(entries) }];
    }),
  );
  return rows
    .flat()
    .filter(({ values }) => Number(values['open']) > 0)
    .toSorted((one, other) => compareNames(one.name, other.name));
}
