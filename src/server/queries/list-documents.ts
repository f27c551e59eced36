import type { PageLink } from '#contract/documents.ts';
import type { FigureChoice } from '#contract/reports.ts';
import { type CalendarDay, EARLIEST_FILTER_DAY, isCalendarDay } from '#domain/dates.ts';
import { fold, SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH, searchTokens } from '#domain/search.ts';
import { STATUS_FILTERS, type StatusFilter } from '#domain/status.ts';
import { parseTicket } from '#domain/ticket.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import type { TenantViewer } from '../policies/actor.ts';
import { type AskedOf, concerns, visibleTo } from '../policies/visibility.ts';
import { countDocuments } from './count-documents.ts';
import { documentRowColumns, documentRowJoin, StoredDocumentText } from './document-row.ts';
import type { KnownTotals } from './known-totals.ts';
import { inFigure, periodOf } from './report-figures.ts';
import { wholeNumber } from '../db/json.ts';

const ListedDocument = v.object({ ...StoredDocumentText.entries, counted_at: v.number(), is_all: v.boolean() });

export const PER_PAGE_DEFAULT = 10;
export const PER_PAGE_MAX = 100;

type DocumentListing = { readonly rows: StoredDocumentText[]; readonly total: number };

export type Listing = {
  readonly asking: Asking;
  readonly filters: DocumentFilters;
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  readonly totals: KnownTotals<'all'>;
  /** Runs a read that takes longer the more documents there are, when it is its turn. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Most pages are found among this many documents at the beginning of the order. */
const NEAR = 500;
/** A page that ends further on is seldom among them, and is not looked for there. */
const NEAR_PAGES_END = 100;

/**
 * One page of the documents that a person sees, and how many there are in all. One statement
 * selects the ids of the page before it builds rows, so that only `perPage` rows are built. Another
 * statement counts, unless the page shows the end of the list or the total is known. The change
 * number comes with the page, so that a total is at least as new as its number. A page is first
 * looked for among the documents at the beginning of the order. That costs the same in every tenant
 * and waits for no turn, unless words are searched. The list behind a number of a report follows
 * from the history of all documents, so its pages are never looked for there.
 */
export async function listDocuments(database: Database, list: Listing): Promise<DocumentListing> {
  const { asking, filters, perPage } = list;
  const where = (of: AskedOf): SQL => matching(filters, { ...asking, of });
  const before = (list.page - 1) * perPage;
  const { inTurn } = list;
  const readNear = () => readPage(database, { list, where, isNear: true });
  const isQuick = filters.search === '';
  const near =
    before + perPage > NEAR_PAGES_END || filters.figure !== null ? [] : await (isQuick ? readNear() : inTurn(readNear));
  const isWhole = near.length === perPage || near[0]?.is_all === true;
  const rows = isWhole ? near : await inTurn(() => readPage(database, { list, where, isNear: false }));
  const isEnd = rows.length < perPage && (rows.length > 0 || list.page === 1);
  return {
    rows,
    total: isEnd
      ? before + rows.length
      : await inTurn(() => totalOf(database, { list, where, rev: rows[0]?.counted_at })),
  };
}

type Reading = { readonly list: Listing; readonly where: (asked: AskedOf) => SQL; readonly isNear: boolean };

/**
 * Reads one page. With `isNear` it looks among the first documents of the order, judging each by
 * itself, at the same cost in a tenant of any size. A full page is then the right one. A shorter
 * page is right only when the tenant has no more documents than these (`is_all`). Without `isNear`
 * it looks among all documents, by a plan for the statement's own values.
 */
function readPage(
  database: Database,
  { list, where, isNear }: Reading,
): Promise<v.InferOutput<typeof ListedDocument>[]> {
  const { viewer } = list.asking;
  const { tenantId } = viewer;
  const before = (list.page - 1) * list.perPage;
  const order = sql.raw(`order by d.created_at ${list.order}, d.id ${list.order}`);
  const among = isNear
    ? sql`(select * from documents d where d.tenant_id = ${tenantId} ${order} limit ${wholeNumber(NEAR)}) d where ${where('few')}`
    : sql`documents d where ${where('many')}`;
  const isAll = isNear
    ? sql`case when (select count(*) from page) < ${wholeNumber(list.perPage)} then (select count(*) <= ${wholeNumber(NEAR)}
        from (select from documents where tenant_id = ${tenantId} limit ${wholeNumber(NEAR + 1)}) first) else false end`
    : sql`true`;
  const statement = sql`
    with page as (select d.id from ${among} ${order} limit ${wholeNumber(list.perPage)}${
      before === 0 ? sql`` : sql` offset ${before}`
    })
    select (select value from counters where tenant_id = ${tenantId}) as counted_at, ${isAll} as is_all,
      ${documentRowColumns(viewer, 'text')}
    from page join documents d on d.tenant_id = ${tenantId} and d.id = page.id ${documentRowJoin} ${order}`;
  return database[isNear ? 'onceInTenant' : 'searchInTenant'](tenantId, (tx) => tx.rowsOf(ListedDocument, statement));
}

const Counted = v.object({
  acronym: v.string(),
  part: v.nullable(v.number()),
  kind: v.nullable(v.literal('all')),
  total: v.nullable(v.number()),
});

/**
 * Thrown when a count saw another acronym than the request. A new acronym changes which documents a
 * search finds, but no change number of a document (update-tenant.ts). So such a total is not kept.
 */
class AcronymChanged extends Error {}

/**
 * The total of a list. `rev` is undefined for a page beyond the end of the list, and the documents
 * are then counted each time.
 */
async function totalOf(
  database: Database,
  { list, where, rev }: { list: Listing; where: (asked: AskedOf) => SQL; rev: number | undefined },
): Promise<number> {
  const { viewer, acronym } = list.asking;
  const counted = async (since: number | null) => {
    const counts = countDocuments({ viewer, where, kind: sql`'all'`, since });
    const rows = await database.searchInTenant(viewer.tenantId, (tx) =>
      tx.rowsOf(
        Counted,
        sql`select t.acronym, c.part, c.kind, c.total from tenants t left join (${counts}) as c on true
          where t.id = ${viewer.tenantId}`,
      ),
    );
    const parts = rows.flatMap(({ part, kind, total }) => (part === null ? [] : [{ part, kind, total: total ?? 0 }]));
    return { parts, holds: rows[0]?.acronym === acronym };
  };
  const all = async (): Promise<number> => (await counted(null)).parts.reduce((sum, { total }) => sum + total, 0);
  // A first view may change what a report counts, and raises no change number, so such totals are
  // not kept.
  if (rev === undefined || list.filters.figure !== null) return all();
  const count = async (since: number | null) => {
    const { parts, holds } = await counted(since);
    if (!holds) throw new AcronymChanged();
    return parts;
  };
  try {
    const known = await list.totals.ask(JSON.stringify([list.asking, list.filters]), { rev, count });
    return known.get('all') ?? 0;
  } catch (error) {
    if (error instanceof AcronymChanged) return all();
    throw error;
  }
}

/** The filters of GET /api/documents (rules A5, C5, F1–F10). */
export type DocumentFilters = {
  readonly search: string;
  readonly from: CalendarDay | null;
  readonly to: CalendarDay | null;
  /** null when no known status was named (rule F4). */
  readonly status: StatusFilter | null;
  readonly organizationId: number | null;
  readonly responsibleId: number | null;
  readonly subjectId: number | null;
  readonly createdBy: number | null;
  readonly scope: 'mine' | 'others' | null;
  /** Only the documents behind one number of a report; null for all documents. */
  readonly figure: FigureChoice | null;
};

/** The person who asks, and the tenant's calendar. */
type Asking = {
  readonly viewer: TenantViewer;
  readonly today: CalendarDay;
  readonly timeZone: string;
  readonly acronym: string;
};

/** The status filter that a word names; null for an unknown word, which is ignored (rule F4). */
export function statusFilterOf(word: string | undefined): StatusFilter | null {
  return STATUS_FILTERS.find((filter) => filter === word) ?? null;
}

/**
 * What is wrong with the dates De and Até, by field, in Portuguese; empty when both are right (rule
 * F6).
 */
export function judgePeriod(period: { from: string | null; to: string | null }): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const field of ['from', 'to'] as const) {
    const day = period[field];
    if (day === null) continue;
    if (!isCalendarDay(day)) errors[field] = ['Informe uma data válida.'];
    else if (day < EARLIEST_FILTER_DAY) errors[field] = ['A data precisa ser 01/01/2024 ou depois.'];
  }
  if (Object.keys(errors).length === 0 && period.from !== null && period.to !== null && period.from > period.to) {
    errors['to'] = ['A data final não pode ser anterior à inicial.'];
  }
  return errors;
}

/** The whole condition over alias `d`: what the person sees, and every filter. */
function matching(filters: DocumentFilters, asking: Asking & { readonly of: AskedOf }): SQL {
  const parts: SQL[] = [sql`(${visibleTo(asking.viewer, asking.of)})`];
  const add = (part: SQL): void => void parts.push(part);
  if (filters.search.trim() !== '') add(searching(filters.search, asking.acronym));
  if (filters.from !== null) add(sql`d.created_at >= ${startOf(filters.from, { days: 0, asking })}`);
  if (filters.to !== null) add(sql`d.created_at < ${startOf(filters.to, { days: 1, asking })}`);
  if (filters.status === 'exception') add(sql`d.is_exception`);
  else if (filters.status === 'unfinished') add(sql`d.stored_status <> 'completed'`);
  else if (filters.status !== null && filters.status !== 'sent') {
    add(sql`status_at(d.stored_status, d.limit_date, ${asking.today}::date) = ${filters.status}`);
  }
  if (filters.organizationId !== null) add(currentSector(filters.organizationId));
  if (filters.responsibleId !== null) add(currentResponsible(filters.responsibleId));
  if (filters.subjectId !== null) add(sql`d.subject_id = ${filters.subjectId}`);
  if (filters.createdBy !== null) add(sql`d.created_by = ${filters.createdBy}`);
  if (filters.scope === 'mine') add(concerns(asking.viewer, asking.of));
  if (filters.scope === 'others') add(sql`not ${concerns(asking.viewer, asking.of)}`);
  if (filters.figure !== null) add(inFigure(filters.figure, periodOf(filters.figure, asking)));
  return sql.join(parts, sql` and `);
}

/**
 * A ticket or a single digit finds the document with that number. More digits also find every text
 * that contains them. Words are folded, and all of them must occur. A search that folds to fewer
 * than two characters is matched as it was typed, `%` and `_` included (default 14).
 */
function searching(search: string, acronym: string): SQL {
  const text = search.trim().slice(0, SEARCH_MAX_LENGTH);
  const number = parseTicket(text, acronym);
  const folded = fold(text);
  const bareDigits = /^\d{2,}$/.test(folded);
  if (number !== null && !bareDigits) return sql`d.number = ${number}`;
  const tokens = searchTokens(text);
  const words =
    folded.length < SEARCH_MIN_LENGTH
      ? sql`(d.title ilike ${containing(text)} or d.physical_document_number ilike ${containing(text)})`
      : sql.join(
          tokens.map((token) => sql`d.search_text like ${containing(token)}`),
          sql` and `,
        );
  return number === null ? sql`(${words})` : sql`(d.number = ${number} or (${words}))`;
}

/** A LIKE pattern for texts that contain `text` literally. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Midnight at the start of a day, or of a day some days later. PostgreSQL counts the days, because
 * it knows a day after 9999-12-31.
 */
function startOf(day: CalendarDay, later: { days: number; asking: Asking }): SQL {
  return sql`((${day}::date + ${later.days}::int)::timestamp at time zone ${later.asking.timeZone})`;
}

function currentSector(organizationId: number): SQL {
  return sql`exists (select 1 from document_organizations fo where fo.tenant_id = d.tenant_id and fo.document_id = d.id
    and fo.organization_id = ${organizationId} and fo.current)`;
}

function currentResponsible(userId: number): SQL {
  return sql`exists (select 1 from document_responsibles fr where fr.tenant_id = d.tenant_id and fr.document_id = d.id
    and fr.user_id = ${userId} and fr.current)`;
}

const Found = v.object({ id: v.number() });

/** The ids of all documents in sight that a number of a report counts. */
export async function listFigure(
  tx: Transaction,
  { asking, figure }: { asking: Pick<Asking, 'viewer' | 'timeZone'>; figure: FigureChoice },
): Promise<number[]> {
  const rows = await tx.rowsOf(
    Found,
    sql`select d.id from documents d where ${visibleTo(asking.viewer)} and ${inFigure(figure, periodOf(figure, asking))}`,
  );
  return rows.map(({ id }) => id);
}

type Link = v.InferOutput<typeof PageLink>;

const ON_EACH_SIDE = 3;
const AT_THE_ENDS = 2;

type PageFrame = {
  readonly links: Link[];
  readonly prev_page_url: string | null;
  readonly next_page_url: string | null;
};

/**
 * 'Anterior', the pages, 'Próxima' (rule F1): one page has 3 links, two pages have 4. From 14 pages
 * on, the middle is cut to a window around the current page, with '...' where pages are left out.
 * `query` is kept in every address.
 */
export function pageLinks(list: {
  path: string;
  query: Readonly<Record<string, string>>;
  page: number;
  lastPage: number;
}): PageFrame {
  const urlOf = (page: number): string =>
    `${list.path}?${new URLSearchParams({ ...list.query, page: String(page) }).toString()}`;
  const previous = list.page > 1 ? urlOf(list.page - 1) : null;
  const next = list.page < list.lastPage ? urlOf(list.page + 1) : null;
  const pages = shownPages(list.page, list.lastPage).map((page): Link =>
    page === null
      ? { url: null, label: '...', active: false }
      : { url: urlOf(page), label: String(page), active: page === list.page },
  );
  return {
    links: [
      { url: previous, label: 'Anterior', active: false },
      ...pages,
      { url: next, label: 'Próxima', active: false },
    ],
    prev_page_url: previous,
    next_page_url: next,
  };
}

/** Page numbers to show; null is a gap. */
function shownPages(page: number, lastPage: number): (number | null)[] {
  const window = ON_EACH_SIDE * 2;
  if (lastPage < window + AT_THE_ENDS * 4) return range(1, lastPage);
  const start = range(1, AT_THE_ENDS);
  const end = range(lastPage - AT_THE_ENDS + 1, lastPage);
  if (page <= window) return [...range(1, window + AT_THE_ENDS), null, ...end];
  if (page > lastPage - window) return [...start, null, ...range(lastPage - window - AT_THE_ENDS + 1, lastPage)];
  return [...start, null, ...range(page - ON_EACH_SIDE, page + ON_EACH_SIDE), null, ...end];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
