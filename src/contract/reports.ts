// Reports on the wire: their requests and answers, the columns of each report, and the list that
// each number opens. A number is the total of its list (S236), because both are asked for by the
// same parameters.

import { type CalendarDay } from '#domain/dates.ts';
import { type Figure, FIGURES } from '#domain/report-figures.ts';
import { type Report, REPORTS } from '#domain/reports.ts';
import * as v from 'valibot';
import { Day, Id, Instant } from './scalars.ts';

export const ReportParams = v.object({ report: v.picklist(REPORTS) });

export const ReportQuery = v.object({
  from: Day,
  to: Day,
  organization_id: v.optional(Id),
  /** The earlier period to compare with; absent for no comparison. */
  before_from: v.optional(Day),
  before_to: v.optional(Day),
  format: v.optional(v.picklist(['json', 'csv']), 'json'),
});
export type ReportQuery = v.InferOutput<typeof ReportQuery>;

/**
 * Narrows a list to the documents that a number of a report counts. `figure_organization_id` counts
 * only for the figure `left`.
 */
export const FigureQuery = v.object({
  figure: v.optional(v.picklist(FIGURES)),
  figure_from: v.optional(Day),
  figure_to: v.optional(Day),
  figure_organization_id: v.optional(Id),
});
export type FigureQuery = v.InferOutput<typeof FigureQuery>;

export type FigureChoice = {
  readonly figure: Figure;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly organizationId: number | null;
};

/** The figure that a query asks for; null where the query has not all of its parts. */
export function figureOf(query: FigureQuery): FigureChoice | null {
  const { figure, figure_from: from, figure_to: to, figure_organization_id: sector } = query;
  if (figure === undefined || from === undefined || to === undefined || from > to) return null;
  return { figure, from, to, organizationId: figure === 'left' ? (sector ?? null) : null };
}

/** The figure in the address of a list; null where it has none. */
export function readFigure(address: object): FigureChoice | null {
  const { success, output } = v.safeParse(FigureQuery, address);
  return success ? figureOf(output) : null;
}

/**
 * GET /api/reports/documents: the ids of the documents of one number, those in the reader's sight.
 */
export const FigureDocuments = v.object({ ids: v.array(Id) });

/**
 * The numbers of a row by column. Null: there is nothing to measure. `oldest` is a day, all others
 * are numbers.
 */
const Values = v.record(v.string(), v.nullable(v.union([v.number(), v.string()])));
export type ReportValues = v.InferOutput<typeof Values>;

export const ReportRow = v.object({
  /** Id of the sector, the subject or the person. */
  id: Id,
  name: v.string(),
  acronym: v.nullable(v.string()),
  values: Values,
});
export type ReportRow = v.InferOutput<typeof ReportRow>;

/** GET /api/reports/:report */
export const ReportAnswer = v.object({
  report: v.picklist(REPORTS),
  /** When the server counted. */
  at: Instant,
  from: Day,
  to: Day,
  organization_id: v.nullable(Id),
  rows: v.array(ReportRow),
  total: Values,
  /** The total of the earlier period; null without one. */
  before: v.nullable(Values),
  /**
   * The open documents of each person of the reader's sector, by name. Only its manager gets them;
   * null for others.
   */
  people: v.nullable(v.array(ReportRow)),
});
export type ReportAnswer = v.InferOutput<typeof ReportAnswer>;

/** A report from a server's answer; null when it is none. */
export function readReport(json: unknown): ReportAnswer | null {
  const { success, output } = v.safeParse(ReportAnswer, json);
  return success ? output : null;
}

/** The ids of a number's documents; null when they are none. */
export function readFigureDocuments(json: unknown): readonly number[] | null {
  const { success, output } = v.safeParse(FigureDocuments, json);
  return success ? output.ids : null;
}

/** The columns of each report, in order. */
export const REPORT_COLUMNS = {
  deadlines: [
    'received',
    'completed',
    'on_original',
    'on_extended',
    'out_of_time',
    'on_time_share',
    'late',
    'seen_minutes',
    'working_days',
  ],
  times: ['seen', 'seen_minutes', 'unseen', 'completed', 'days', 'working_days', 'left', 'stay_days'],
  load: ['open', 'late', 'oldest'],
  exceptions: ['exceptions', 'received', 'exceptions_share'],
  extensions: ['extended', 'extended_once', 'extended_twice', 'extended_more', 'extensions_each'],
} as const satisfies Readonly<Record<Report, readonly string[]>>;
export type ReportColumn = (typeof REPORT_COLUMNS)[Report][number];

/** Whether rows are sectors, subjects or people. */
export type RowKind = 'sector' | 'subject' | 'person';
const ROW_KINDS: Readonly<Record<Report, RowKind>> = {
  deadlines: 'sector',
  times: 'sector',
  load: 'sector',
  exceptions: 'subject',
  extensions: 'sector',
};
export const rowKindOf = (report: Report): RowKind => ROW_KINDS[report];

/** The address of a list, under the names of its filters. */
export type ListAddress = Readonly<Record<string, string | number>>;

type NumberOrigin = Pick<ReportAnswer, 'from' | 'to' | 'organization_id'> & {
  /** The row in which the number stands; null for the total of all rows. */
  readonly row: { readonly kind: RowKind; readonly id: number } | null;
};

/**
 * The address of the list that a number opens; null for a number that is measured and not counted.
 */
export function listOfNumber(column: ReportColumn | Figure, numbered: NumberOrigin): ListAddress | null {
  const { from, to, row } = numbered;
  const sector = row?.kind === 'sector' ? row.id : numbered.organization_id;
  const within = {
    ...(sector === null ? {} : { organization_id: sector }),
    ...(row?.kind === 'person' ? { responsible_id: row.id } : {}),
    ...(row?.kind === 'subject' ? { document_subject_id: row.id } : {}),
  };
  if (column === 'received') return { ...within, from, to };
  if (column === 'exceptions') return { ...within, status: 'exception', from, to };
  if (column === 'late') return { ...within, status: 'overdue' };
  if (column === 'open') return { ...within, status: 'unfinished' };
  const figure = FIGURES.find((one) => one === column);
  if (figure === undefined) return null;
  const chosen = { figure, figure_from: from, figure_to: to };
  if (figure !== 'left') return { ...within, ...chosen };
  // A document that left the sector is elsewhere now, so the list is not narrowed by present
  // sectors.
  return { ...chosen, ...(sector === null ? {} : { figure_organization_id: sector }) };
}
