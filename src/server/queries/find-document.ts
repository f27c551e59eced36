import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import type { TenantViewer } from '../policies/actor.ts';
import { visibleTo } from '../policies/visibility.ts';
import { anyOf } from '../db/json.ts';
import { documentDetailsJson, StoredDocumentDetails } from './document-details.ts';
import { documentRowColumns, documentRowJoin, StoredDocumentRow } from './document-row.ts';

const StoredDocument = v.object({ ...StoredDocumentRow.entries, details: StoredDocumentDetails });
export type StoredDocument = v.InferOutput<typeof StoredDocument>;

/** One document with its details, or null when the person does not see it. Takes one statement and records no view. */
export async function findDocument(
  tx: Transaction,
  search: { viewer: TenantViewer; id: number },
): Promise<StoredDocument | null> {
  const rows = await tx.rowsOf(
    StoredDocument,
    sql`
    select ${documentRowColumns(search.viewer)}, ${documentDetailsJson(search.viewer)} as details
    from documents d ${documentRowJoin}
    where d.id = ${search.id} and ${visibleTo(search.viewer)}`,
  );
  return rows[0] ?? null;
}

/**
 * Details of those of `ids` that the person sees. Takes one statement and records no view
 * (src/sync/promises.md, Rows on the wire).
 */
export async function findDetails(
  tx: Transaction,
  search: { viewer: TenantViewer; ids: readonly number[] },
): Promise<StoredDocumentDetails[]> {
  if (search.ids.length === 0) return [];
  const rows = await tx.rowsOf(
    v.object({ details: StoredDocumentDetails }),
    sql`
    select ${documentDetailsJson(search.viewer)} as details from documents d
    where d.id = ${anyOf(search.ids)} and ${visibleTo(search.viewer)}`,
  );
  return rows.map((row) => row.details);
}
