import { BULK_MAX } from '#contract/reference-writes.ts';
import { ROW_WRITES, type AnyRow, type RowCollection } from '#contract/row-writes.ts';
import { refuse, type RefusedDecision } from '#domain/refusals.ts';
import { isListed, nameOfRow, type ReferenceRow } from '#mirror/questions/reference-rows.ts';
import { isManaged, referenceRow } from '#mirror/questions/row-by-key.ts';
import type { Mirror } from '#mirror/store/schema.ts';

export type ActedRows = {
  readonly row_keys: readonly string[];
  readonly row_names: readonly string[];
  readonly serverIds: readonly (number | null)[];
};

/**
 * The rows of a gesture on many: those that still exist and that `isMeant` accepts. The gesture is
 * refused when it includes a person whom its author does not manage (rule B2), or more rows than
 * one request takes (rule H12).
 */
export async function rowsFor(
  mirror: Mirror,
  asked: {
    collection: RowCollection;
    keys: readonly string[];
    isMeant?: (row: AnyRow) => boolean;
  },
): Promise<ActedRows | RefusedDecision> {
  const { collection, keys, isMeant = () => true } = asked;
  const found: ReferenceRow<RowCollection>[] = [];
  for (const key of new Set(keys)) {
    const row = await referenceRow(mirror, { collection, key });
    if (row !== null && isListed(row)) found.push(row);
  }
  if (found.length === 0) return refuse('row_gone');
  const rows = found.filter((one) => isMeant(one.row as AnyRow));
  if (rows.length === 0) return refuse('nothing_changed');
  if (rows.length > BULK_MAX) return refuse('invalid', ROW_WRITES[collection].ids);
  if (rows.some((one) => !isManaged(one.row as AnyRow))) return refuse('no_permission');
  return {
    row_keys: rows.map((row) => row.key),
    row_names: rows.map((one) => nameOfRow(one.row as AnyRow)),
    serverIds: rows.map((row) => row.serverId),
  };
}
