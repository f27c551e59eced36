import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { matching, type Asking, type DocumentFilters } from './document-filters.ts';
import { wholeNumber } from './whole-number.ts';
import type { KnownTotals } from './known-totals.ts';
import { documentRowColumns, documentRowJoin, StoredDocumentRow } from './document-row.ts';

const ListedDocument = v.object({ ...StoredDocumentRow.entries, counted_at: v.number() });

export const PER_PAGE_DEFAULT = 10;
export const PER_PAGE_MAX = 100;

export type DocumentListing = { readonly rows: StoredDocumentRow[]; readonly total: number };

export type Listing = {
  readonly asking: Asking;
  readonly filters: DocumentFilters;
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  readonly totals: KnownTotals;
};

/**
 * One page of the documents that a person sees, and how many there are in all. One statement selects the ids of the page
 * before it builds rows, so that only `perPage` rows are built. A second statement counts, unless nothing of the tenant
 * has changed since the last count. The change number is read before, so that a total is at least as new as its number.
 */
export async function listDocuments(database: Database, list: Listing): Promise<DocumentListing> {
  const { asking, filters, totals, perPage } = list;
  const { tenantId } = asking.viewer;
  const where = matching(filters, asking);
  const offset = list.page === 1 ? sql`` : sql` offset ${(list.page - 1) * perPage}`;
  const order = sql.raw(`order by d.created_at ${list.order}, d.id ${list.order}`);
  const rows = await database.searchInTenant(tenantId, (tx) =>
    tx.rowsOf(
      ListedDocument,
      sql`
      with page as (select d.id from documents d where ${where} ${order} limit ${wholeNumber(perPage)}${offset})
      select (select value from counters where tenant_id = ${tenantId}) as counted_at,
        ${documentRowColumns(asking.viewer)}
      from page join documents d on d.tenant_id = ${tenantId} and d.id = page.id ${documentRowJoin} ${order}`,
    ),
  );
  const count = () => countDocuments(database, { tenantId, where });
  const [first] = rows;
  // Without a row the number of the last change is not known.
  if (first === undefined) return { rows, total: await count() };
  const question = JSON.stringify([asking, filters]);
  return { rows, total: await totals.ask(question, { rev: first.counted_at, count }) };
}

async function countDocuments(
  database: Database,
  { tenantId, where }: { tenantId: number; where: SQL },
): Promise<number> {
  const [counted] = await database.searchInTenant(tenantId, (tx) =>
    tx.rowsOf(v.object({ total: v.number() }), sql`select count(*)::int as total from documents d where ${where}`),
  );
  return counted?.total ?? 0;
}
