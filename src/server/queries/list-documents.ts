import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { matching, type Asking, type DocumentFilters } from './document-filters.ts';
import { documentRowJoin, documentRowJson, type StoredDocumentRow } from './document-row.ts';

export const PER_PAGE_DEFAULT = 10;
export const PER_PAGE_MAX = 100;

export type DocumentListing = { readonly rows: StoredDocumentRow[]; readonly total: number };

/**
 * One page of the documents a person sees and how many there are in all. Two statements; the page's ids are cut before the
 * rows are built, so that the cost of a row is paid for `perPage` of them only.
 */
export async function listDocuments(
  tx: Transaction,
  list: { asking: Asking; filters: DocumentFilters; order: 'asc' | 'desc'; page: number; perPage: number },
): Promise<DocumentListing> {
  const where = matching(list.filters, list.asking);
  const direction = sql.raw(list.order);
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from documents d where ${where}`,
  );
  const total = counted.rows[0]?.total ?? 0;
  const offset = (list.page - 1) * list.perPage;
  if (offset >= total) return { rows: [], total };
  const { rows } = await tx.execute<{ row: StoredDocumentRow }>(sql`
    with page as (
      select d.id from documents d where ${where}
      order by d.created_at ${direction}, d.id ${direction} limit ${list.perPage} offset ${offset})
    select ${documentRowJson(list.asking.viewer)} as row
    from page join documents d on d.tenant_id = ${list.asking.viewer.tenantId} and d.id = page.id ${documentRowJoin}
    order by d.created_at ${direction}, d.id ${direction}`);
  return { rows: rows.map((row) => row.row), total };
}
