import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import type { TenantViewer } from '../policies/actor.ts';
import { visibleTo } from '../policies/visibility.ts';
import { anyOf } from '../db/json.ts';
import { documentDetailsJoin, documentDetailsJson, StoredDocumentDetails } from './document-details.ts';
import { documentRowColumns, documentRowJoin, keptRowColumns, StoredDocumentRow } from './document-row.ts';

const StoredDocument = v.object({ ...StoredDocumentRow.entries, details: StoredDocumentDetails });
export type StoredDocument = v.InferOutput<typeof StoredDocument>;
const KeptDocument = v.object({ ...StoredDocument.entries, row: v.nullable(StoredDocumentRow.entries.row) });

type Search = { readonly viewer: TenantViewer; readonly id: number };
type Some = { readonly viewer: TenantViewer; readonly ids: readonly number[] };

/** Runs one statement in the tenant: in a transaction of its own, or in the caller's. */
export type ReadOnce = <Rows>(statement: (tx: Transaction) => Promise<Rows>) => Promise<Rows>;

/**
 * One document with its details, or null when the person does not see it. Records no view. Takes
 * one statement while the document's row is kept (S17), and two otherwise: a statement that could
 * also build the row costs twice as much, because PostgreSQL prepares all of its parts each time.
 */
export async function findDocument(read: ReadOnce, search: Search): Promise<StoredDocument | null> {
  const found = await read((tx) => findKept(tx.rowsOf, search));
  if (found !== 'not kept') return found;
  const { viewer } = search;
  const built = await read((tx) =>
    tx.rowsOf(
      StoredDocument,
      sql`select ${documentRowColumns(viewer)}, ${withDetails(viewer, sql`d.id = ${search.id}`)}`,
    ),
  );
  return built[0] ?? null;
}

/**
 * As findDocument, as the last statement of a transaction, whose commit travels with it. `not
 * kept`: the row has to be built first, by findDocument.
 */
export function findDocumentLast(tx: Transaction, search: Search): Promise<StoredDocument | null | 'not kept'> {
  return findKept(tx.lastRowsOf, search);
}

async function findKept(rowsOf: Transaction['rowsOf'], search: Search): Promise<StoredDocument | null | 'not kept'> {
  const { viewer, id } = search;
  const which = withDetails(viewer, sql`d.id = ${id}`);
  const [found] = await rowsOf(KeptDocument, sql`select ${keptRowColumns(viewer)}, ${which}`);
  if (found === undefined) return null;
  const { row } = found;
  return row === null ? 'not kept' : { ...found, row };
}

function withDetails(viewer: TenantViewer, which: SQL): SQL {
  return sql`${documentDetailsJson} as details from documents d ${documentRowJoin} ${documentDetailsJoin(viewer)}
    where ${which} and ${visibleTo(viewer)}`;
}

/**
 * Details of those of `ids` that the person sees. Takes one statement and records no view
 * (src/sync/promises.md, Rows on the wire).
 */
export async function findDetails(tx: Transaction, search: Some): Promise<StoredDocumentDetails[]> {
  if (search.ids.length === 0) return [];
  const rows = await tx.rowsOf(
    v.object({ details: StoredDocumentDetails }),
    sql`
    select ${documentDetailsJson} as details from documents d ${documentDetailsJoin(search.viewer)}
    where d.id = ${anyOf(search.ids)} and ${visibleTo(search.viewer)}`,
  );
  return rows.map((row) => row.details);
}

/** The same with their rows, be they kept or not. */
export async function findWhole(tx: Transaction, { viewer, ids }: Some): Promise<StoredDocument[]> {
  if (ids.length === 0) return [];
  return tx.rowsOf(
    StoredDocument,
    sql`select ${documentRowColumns(viewer)}, ${withDetails(viewer, sql`d.id = ${anyOf(ids)}`)}`,
  );
}
