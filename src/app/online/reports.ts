// Asks the server for reports, which count all documents and their history.

import {
  type FigureChoice,
  type ListAddress,
  readFigureDocuments,
  readReport,
  type ReportAnswer,
} from '#contract/reports.ts';
import { PATHS } from '#contract/paths.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import { HEADERS } from '#contract/sync.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { Report } from '#domain/reports.ts';
import { client, serverReply } from './client.ts';

type Days = { readonly from: CalendarDay; readonly to: CalendarDay };

export type ReportQuestion = Days & {
  readonly report: Report;
  /** Null for all sectors that the person may read. */
  readonly organizationId: number | null;
  readonly before: Days | null;
};

/**
 * `unanswered`: our server gave no answer, or had trouble. `refused`: our server refused; `message`
 * is null when it did not say why.
 */
type Failure =
  | { readonly kind: 'unanswered' | 'login' }
  | { readonly kind: 'refused'; readonly message: string | null };
export type ReportReply = { readonly kind: 'report'; readonly answer: ReportAnswer } | Failure;

function queryOf({ from, to, organizationId, before }: ReportQuestion): ListAddress {
  return {
    from,
    to,
    ...(organizationId === null ? {} : { organization_id: organizationId }),
    ...(before === null ? {} : { before_from: before.from, before_to: before.to }),
  };
}

/** The address that downloads the report as CSV, without the comparison period. */
export function reportSheetAddress(asked: ReportQuestion): string {
  const query = Object.entries({ ...queryOf({ ...asked, before: null }), format: 'csv' });
  return `${PATHS.report(asked.report)}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()}`;
}

export async function askReport(asked: ReportQuestion, actorId: number): Promise<ReportReply> {
  const reply = await ask({ path: PATHS.report(asked.report), query: queryOf(asked), actorId });
  if (reply.kind !== 'answer') return reply;
  const answer = readReport(reply.json);
  return answer === null ? { kind: 'refused', message: null } : { kind: 'report', answer };
}

const UNKNOWN = 'Os documentos deste número ficam no servidor. Conecte-se à internet para ver a lista.';

/**
 * The ids of the documents that a number counts, or the sentence that says why they can't be known.
 */
export async function askFigure(
  { figure, from, to, organizationId }: FigureChoice,
  actorId: number,
): Promise<{ readonly ids?: ReadonlySet<number>; readonly trouble?: string }> {
  const sector = organizationId === null ? {} : { figure_organization_id: organizationId };
  const query = { figure, figure_from: from, figure_to: to, ...sector };
  const reply = await ask({ path: PATHS.reportDocuments, query, actorId });
  if (reply.kind === 'refused') return { trouble: reply.message ?? UNKNOWN };
  const ids = reply.kind === 'answer' ? readFigureDocuments(reply.json) : null;
  return ids === null ? { trouble: UNKNOWN } : { ids: new Set(ids) };
}

type Asking = { readonly path: string; readonly query: ListAddress; readonly actorId: number };

async function ask({ path, query, actorId }: Asking): Promise<{ kind: 'answer'; json: unknown } | Failure> {
  const headers = { [HEADERS.actingUser]: String(actorId) };
  const reply = serverReply(await client.request({ method: 'GET', path, query, headers }));
  if (reply === null) return { kind: 'unanswered' };
  if (reply.status === 401) return { kind: 'login' };
  if (reply.status < 300) return { kind: 'answer', json: reply.json };
  const said = readErrorBody(reply.json);
  const sentences = Object.values(said?.errors ?? {}).flat();
  if (reply.status >= 500) return { kind: 'unanswered' };
  // A server that does not know this address answers an error without a type.
  if (said?.type === undefined && sentences.length === 0) return { kind: 'refused', message: null };
  return { kind: 'refused', message: sentences.length > 0 ? sentences.join(' ') : (said?.message ?? null) };
}
