import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { matching, type Asking, type DocumentFilters } from './document-filters.ts';
import type { AskedOf } from '../policies/visibility.ts';
import { countDocuments } from './count-documents.ts';
import { wholeNumber } from './whole-number.ts';
import type { KnownTotals } from './known-totals.ts';
import { documentRowColumns, documentRowJoin, StoredDocumentText } from './document-row.ts';

const ListedDocument = v.object({ ...StoredDocumentText.entries, counted_at: v.number(), is_all: v.boolean() });

export const PER_PAGE_DEFAULT = 10;
export const PER_PAGE_MAX = 100;

export type DocumentListing = { readonly rows: StoredDocumentText[]; readonly total: number };

export type Listing = {
  readonly asking: Asking;
  readonly filters: DocumentFilters;
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  readonly totals: KnownTotals<'all'>;
  /** Runs what takes the longer the more documents there are. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Most pages are found among this many documents at the beginning of the order. */
const NEAR = 500;
/** A page that begins further on is seldom among them. */
const NEAR_PAGES_END = 100;

/**
 * One page of the documents that a person sees, and how many there are in all. One statement
 * selects the ids of the page before it builds rows, so that only `perPage` rows are built. Another
 * one counts, unless the page shows the end of the list or the total is known. The change number is
 * read before, so that a total is at least as new as its number. What is near costs the same in
 * every tenant and waits for no turn, unless words are searched in it.
 */
export async function listDocuments(database: Database, list: Listing): Promise<DocumentListing> {
  const { asking, filters, perPage } = list;
  const where = (of: AskedOf): SQL => matching(filters, { ...asking, of });
  const before = (list.page - 1) * perPage;
  const { inTurn } = list;
  const readNear = () => readPage(database, { list, where, isNear: true });
  const isQuick = filters.search === '';
  const near = before + perPage > NEAR_PAGES_END ? [] : await (isQuick ? readNear() : inTurn(readNear));
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
 * Near, the page is looked for among the first documents of the order, each judged by itself: a
 * full page is then the right one, and costs the same in a tenant of any size. It may be found in
 * fewer rows than there are further on, unless the tenant has no more documents than these.
 * Otherwise all documents are asked, by a plan for the statement's own values.
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
 * A tenant's new acronym changes the words of all its documents, and the number of none
 * (update-tenant.ts). So a total is kept under the acronym only if the statement that counted has
 * seen it.
 */
class AcronymChanged extends Error {}

/** `rev` is not known of a page beyond the end of the list, which is counted each time. */
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
  if (rev === undefined) return all();
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
