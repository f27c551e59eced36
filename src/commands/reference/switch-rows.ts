import type { RowCollection } from '#contract/row-writes.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { rowsLaneOf } from '#mirror/store/outbox-row.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { gestureMomentOf, storeCommand } from '../frame/store-command.ts';
import { judgeOneself, judgePermission } from './judge-fields.ts';
import { judgeHigher } from './judge-known.ts';
import { rowsFor } from './on-rows.ts';

type StatusSwitch = {
  readonly collection: RowCollection;
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
  const rows = await rowsFor(context.mirror, { collection, keys, isMeant: (row) => row.status !== status });
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
