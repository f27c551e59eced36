import type { DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { figureOf, FigureQuery } from '#contract/reports.ts';
import { Id } from '#contract/scalars.ts';
import { dayAt } from '#domain/dates.ts';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { createTurns } from '../config/turns.ts';
import { clamped, route, Search } from '../http/route.ts';
import { viewerOf } from '../policies/actor.ts';
import { listItemJson, presentListItem } from '../presenters/present-document.ts';
import { dashboardOf, type HomeTotals } from '../queries/dashboard.ts';
import {
  type DocumentFilters,
  judgePeriod,
  listDocuments,
  type Listing,
  pageLinks,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  statusFilterOf,
} from '../queries/list-documents.ts';
import { createKnownTotals } from '../queries/known-totals.ts';
import { problems } from '../reporting/errors.ts';

const PAGE_MAX = 1_000_000;
/**
 * How many lists of one person are read at the same time (S158), of those that take longer the more
 * documents there are: a search may hold a connection of the database for seconds.
 */
const LISTS_OF_ONE = 2;

const ListQuery = v.object({
  search: Search,
  from: v.optional(v.string(), ''),
  to: v.optional(v.string(), ''),
  status: v.optional(v.string()),
  organization_id: v.optional(Id),
  responsible_id: v.optional(Id),
  document_subject_id: v.optional(Id),
  /** The filter chip "Criados por mim" (rule A5). */
  created_by: v.optional(Id),
  scope: v.optional(v.string()),
  ...FigureQuery.entries,
  order_by_created_at: v.optional(v.string()),
  page: clamped({ min: 1, max: PAGE_MAX, fallback: 1 }),
  per_page: clamped({ min: 1, max: PER_PAGE_MAX, fallback: PER_PAGE_DEFAULT }),
});

export function registerDocumentList(app: FastifyInstance): void {
  const totals = createKnownTotals<'all'>();
  const turns = createTurns({ atATime: Infinity, ofOne: LISTS_OF_ONE });

  route(app, {
    method: 'GET',
    url: PATHS.documents,
    access: 'read_documents',
    summary: 'A page of the documents the person sees.',
    query: ListQuery,
    handler: async ({ actor, query, now, services, request, reply }) => {
      const today = dayAt(now, actor.timeZone);
      const { page, per_page: perPage } = query;
      const asked: Listing = {
        asking: { viewer: viewerOf(actor), today, timeZone: actor.timeZone, acronym: actor.tenantAcronym },
        filters: filtersOf(query),
        order: query.order_by_created_at?.toLowerCase() === 'asc' ? 'asc' : 'desc',
        page,
        perPage,
        totals,
        inTurn: (work) => turns(actor.userId, work),
      };
      const listing = await listDocuments(services.database, asked);
      const lastPage = Math.max(1, Math.ceil(listing.total / perPage));
      const rows = listing.rows.map((row) => listItemJson(row, { userId: actor.userId, today }));
      const rest: Omit<DocumentPage, 'data'> = {
        ...pageLinks({ path: PATHS.documents, query: plainQuery(request.query), page, lastPage }),
        current_page: page,
        per_page: perPage,
        total: listing.total,
      };
      reply.type('application/json; charset=utf-8');
      return `{"data":[${rows.join(',')}],${JSON.stringify(rest).slice(1)}`;
    },
  });
}

function filtersOf(query: v.InferOutput<typeof ListQuery>): DocumentFilters {
  const period = { from: query.from || null, to: query.to || null };
  const errors = judgePeriod(period);
  if (Object.keys(errors).length > 0) throw problems.invalid(errors);
  return {
    ...period,
    search: query.search,
    status: statusFilterOf(query.status),
    organizationId: query.organization_id ?? null,
    responsibleId: query.responsible_id ?? null,
    subjectId: query.document_subject_id ?? null,
    createdBy: query.created_by ?? null,
    scope: query.scope === 'mine' || query.scope === 'others' ? query.scope : null,
    figure: figureOf(query),
  };
}

/** What the page links keep: the filters as the client sent them. */
function plainQuery(query: unknown): Record<string, string> {
  const entries = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '' && entry[0] !== 'page',
  );
  return Object.fromEntries(entries);
}

export function registerDashboard(app: FastifyInstance): void {
  const totals: HomeTotals = createKnownTotals();
  route(app, {
    method: 'GET',
    url: PATHS.dashboard,
    access: 'authenticated',
    summary: 'Alert, recent documents, models and counters of the home screen.',
    handler: async ({ actor, now, services }) => {
      const today = dayAt(now, actor.timeZone);
      const rows = await services.database.inTenant(actor.tenantId, (tx) => dashboardOf(tx, { actor, today, totals }));
      const documents = rows.documents.map((row) => presentListItem(row, { userId: actor.userId, today }));
      return { ...rows, documents };
    },
  });
}
