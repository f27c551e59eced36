// Reports as pages and as sheets, and the documents behind a number (S236). A sheet that leaves is
// recorded, as every export is.

import { csvOf } from '#contract/csv.ts';
import { ALL_ROWS, COLUMN_WORDS } from '#contract/report-words.ts';
import {
  figureOf,
  FigureQuery,
  REPORT_COLUMNS,
  type ReportAnswer,
  type ReportColumn,
  ReportParams,
  ReportQuery,
  type ReportValues,
  rowKindOf,
} from '#contract/reports.ts';
import { PATHS } from '#contract/paths.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { type Report, readsOfPeople, REPORT_YEARS_MAX, reportsReadBy } from '#domain/reports.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { accessing, recordAccesses } from '../accesses/record-access.ts';
import { createTurns } from '../config/turns.ts';
import { unlessFull } from '../db/connections.ts';
import type { Transaction } from '../db/database.ts';
import { contentDisposition } from '../files/read-stored.ts';
import { route } from '../http/route.ts';
import { type Actor, viewerOf } from '../policies/actor.ts';
import { judgePeriod, listFigure } from '../queries/list-documents.ts';
import { periodOf } from '../queries/report-figures.ts';
import { countPeople, countReport, readHolidays } from '../queries/reports.ts';
import { problems } from '../reporting/errors.ts';

/**
 * How many reports, and lists behind their numbers, are read for one person at the same time
 * (S158).
 */
const OF_ONE = 2;

export function registerReports(app: FastifyInstance): void {
  const turns = createTurns({ atATime: Infinity, ofOne: OF_ONE });
  route(app, {
    method: 'GET',
    url: PATHS.report(':report'),
    access: 'read_reports',
    summary: 'A report over a period of days; of the own sector, for a person who does not oversee all of them.',
    params: ReportParams,
    query: ReportQuery,
    handler: async (call) => {
      const { actor, query, services, now, reply } = call;
      const { report } = call.params;
      const organizationId = sectorOf(actor, query.organization_id);
      const { from, to, before_from: beforeFrom, before_to: beforeTo } = query;
      guardDays({ from, to });
      const before = beforeFrom === undefined || beforeTo === undefined ? null : { from: beforeFrom, to: beforeTo };
      if (before !== null) guardDays(before);
      const today = dayAt(now, actor.timeZone);
      const read = async (tx: Transaction): Promise<ReportAnswer> => {
        const of = { viewer: viewerOf(actor), timeZone: actor.timeZone };
        const holidays = await readHolidays(tx, actor.tenantId);
        const asked = { report, today, organizationId, holidays, period: periodOf({ from, to }, of) };
        const counted = await countReport(tx, asked);
        const earlier = before === null ? null : await countReport(tx, { ...asked, period: periodOf(before, of) });
        const isOfPeople = report === 'load' && organizationId !== null && readsOfPeople(readerOf(actor));
        const people = isOfPeople ? await countPeople(tx, { ...asked, organizationId }) : null;
        const at = new Date(now).toISOString();
        return {
          report,
          at,
          from,
          to,
          organization_id: organizationId,
          ...counted,
          before: earlier?.total ?? null,
          people,
        };
      };
      const answer = await turns(sharerOf(actor), () => services.database.inTenant(actor.tenantId, read));
      if (query.format === 'json') return answer;
      // The event is recorded before the sheet leaves. Where the database has no room for the
      // event, the sheet leaves without one.
      const note = { kind: 'export', act: `export-report-${report}`, amount: answer.rows.length } as const;
      await unlessFull(services.database.inTenant(actor.tenantId, (tx) => recordAccesses(tx, accessing(call), [note])));
      const name = `relatorio-${report === 'load' ? today : `${from}-a-${to}`}`;
      return sheet(reply, { name, report, text: sheetOf(answer) });
    },
  });

  route(app, {
    method: 'GET',
    url: PATHS.reportDocuments,
    access: 'read_documents',
    summary: 'The ids of the documents behind a number of a report, those that the person sees.',
    query: FigureQuery,
    handler: async ({ actor, query, services }) => {
      const figure = figureOf(query);
      if (figure === null) throw problems.invalid({ figure: ['Escolha o que mostrar, e um período.'] });
      guardDays(figure);
      const asking = { viewer: viewerOf(actor), timeZone: actor.timeZone };
      const read = (tx: Transaction): Promise<number[]> => listFigure(tx, { asking, figure });
      const ids = await turns(sharerOf(actor), () => services.database.searchInTenant(actor.tenantId, read));
      return { ids };
    },
  });
}

const sharerOf = ({ tenantId, userId }: Actor): string => `${tenantId}:${userId}`;

const readerOf = ({ superAdmin, organizationId, permissions }: Actor) => ({
  superAdmin,
  organizationId,
  may: permissions.has.bind(permissions),
});

/**
 * The sector whose numbers are asked for; null for all. Throws 403 for a sector whose numbers the
 * person may not read.
 */
function sectorOf(actor: Actor, asked: number | undefined): number | null {
  const read = reportsReadBy(readerOf(actor));
  if (read === 'all') return asked ?? null;
  if (read === null || (asked !== undefined && asked !== read)) throw problems.forbidden();
  return read;
}

/** Throws 422 for days in the wrong order, or for a period that is too long. */
function guardDays({ from, to }: { from: CalendarDay; to: CalendarDay }): void {
  const errors = judgePeriod({ from, to });
  if (Object.keys(errors).length > 0) throw problems.invalid(errors);
  const [year, rest] = [Number(to.slice(0, 4)) - REPORT_YEARS_MAX, to.slice(4)];
  if (from <= `${String(year)}${rest}`)
    throw problems.invalid({ from: [`Escolha um período de até ${REPORT_YEARS_MAX} anos.`] });
}

function sheet(reply: FastifyReply, { name, report, text }: { name: string; report: Report; text: string }) {
  const file = `${name}-${report}.csv`;
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', contentDisposition(file, 'attachment'))
    .header('Cache-Control', 'no-store')
    .send(text);
}

const ROW_TITLES = { sector: ['Sigla', 'Setor'], subject: ['Assunto'], person: ['Pessoa'] } as const;

/** The report as a sheet: a line of titles, the rows, the total; people after it. */
function sheetOf(answer: ReportAnswer): string {
  const { report, rows, total, people } = answer;
  const columns: readonly ReportColumn[] = REPORT_COLUMNS[report];
  const kind = rowKindOf(report);
  const titles = columns.map((column) => COLUMN_WORDS[column].sheet ?? COLUMN_WORDS[column].title);
  const cells = (values: ReportValues): string[] => columns.map((column) => cellOf(column, values[column] ?? null));
  const names = (acronym: string | null, name: string): string[] =>
    kind === 'sector' ? [acronym ?? '', name] : [name];
  return csvOf([
    [...ROW_TITLES[kind], ...titles],
    ...rows.map(({ acronym, name, values }) => [...names(acronym, name), ...cells(values)]),
    [...names('', ALL_ROWS), ...cells(total)],
    ...(people ?? []).map(({ name, values }) => [...names('', name), ...cells(values)]),
  ]);
}

/** The text of a cell, with a comma before decimals, as Excel in Portuguese reads them. */
function cellOf(column: ReportColumn, value: number | string | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.split('-').toReversed().join('/');
  const number = column === 'seen_minutes' ? Math.round((value / 60) * 100) / 100 : value;
  return String(number).replace('.', ',');
}
