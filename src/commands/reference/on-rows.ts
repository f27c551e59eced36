import { BULK_MAX } from '#contract/reference-writes.ts';
import { type AnyRow, ROW_WRITES, type RowCollection, type SwitchedCollection } from '#contract/row-writes.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { refuse, type RefusedDecision } from '#domain/refusals.ts';
import { isListed, nameOfRow, type ReferenceRow } from '#mirror/questions/reference-rows.ts';
import { isManaged, referenceRow } from '#mirror/questions/row-by-key.ts';
import { rowsLaneOf } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { gestureMomentOf, storeCommand } from '../frame/store-command.ts';
import { judgeHigher, judgeOneself, judgePermission } from './judge-known.ts';

type ActedRows = {
  readonly row_keys: readonly string[];
  readonly row_names: readonly string[];
  readonly serverIds: readonly (number | null)[];
};

/**
 * The rows of a gesture on several: those that still exist and that `isMeant` accepts. The gesture
 * is refused when a row is a person whom its author does not manage (rule B2), or when there are
 * more rows than one request takes (rule H12).
 */
async function rowsFor(
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

/** The status of a row. A day of the calendar has none and counts as active. */
function statusOf(row: AnyRow): ActiveStatus {
  return 'status' in row ? row.status : 'active';
}

type StatusSwitch = {
  readonly collection: SwitchedCollection;
  /** Keys of the rows; those that have the status already are left out. */
  readonly keys: readonly string[];
  readonly status: ActiveStatus;
};

/** Switches rows on or off, all of them or none (rules B4, B10, B12, H12). */
export async function switchRows(
  context: CommandContext,
  { collection, keys, status }: StatusSwitch,
): Promise<GestureResult> {
  const forbidden = judgePermission(context.session, { verb: 'update', collection });
  if (forbidden !== null) return forbidden;
  const rows = await rowsFor(context.mirror, { collection, keys, isMeant: (row) => statusOf(row) !== status });
  if ('kind' in rows) return rows;
  const { serverIds, ...targets } = rows;
  const own = status === 'inactive' ? judgeOneself(context.session, { collection, serverIds }) : null;
  const barred = own ?? (await judgeHigher(context, { collection, serverIds }));
  if (barred !== null) return barred;
  return storeCommand(context, {
    type: 'switch-rows',
    documentKey: rowsLaneOf(collection),
    basedOn: null,
    payload: { collection, ...targets, status },
    files: [],
    performedAtMs: (await gestureMomentOf(context)).performedAtMs,
    draftId: undefined,
  });
}

/**
 * Deletes rows, all of them or none (rules B4, B10, B11, H12). As long as the server has not
 * deleted them, the author can undo it by discarding the command. `undoMs`: the undo time, for
 * which the command waits at least. A row that was made on this device is removed by discarding its
 * creation instead (`removeRows`).
 */
export async function deleteRows(
  context: CommandContext,
  { collection, keys, undoMs }: { collection: RowCollection; keys: readonly string[]; undoMs?: number },
): Promise<GestureResult> {
  const forbidden = judgePermission(context.session, { verb: 'delete', collection });
  if (forbidden !== null) return forbidden;
  const rows = await rowsFor(context.mirror, { collection, keys });
  if ('kind' in rows) return rows;
  const { serverIds, ...targets } = rows;
  const own = judgeOneself(context.session, { collection, serverIds });
  const barred = own ?? (await judgeHigher(context, { collection, serverIds }));
  if (barred !== null) return barred;
  return storeCommand(context, {
    type: 'delete-rows',
    documentKey: rowsLaneOf(collection),
    basedOn: null,
    payload: { collection, ...targets },
    files: [],
    performedAtMs: (await gestureMomentOf(context)).performedAtMs,
    draftId: undefined,
    undoMs,
  });
}
