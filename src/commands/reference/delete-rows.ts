import type { RowCollection } from '#contract/row-writes.ts';
import { rowsLaneOf } from '#mirror/store/outbox-row.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { gestureMomentOf, storeCommand } from '../frame/store-command.ts';
import { judgeOneself, judgePermission } from './judge-fields.ts';
import { judgeHigher } from './judge-known.ts';
import { rowsFor } from './on-rows.ts';

/**
 * Deletes rows, all of them or none (rules B4, B10, B11, H12). Until they are deleted on the
 * server, the author can undo it by discarding the command; `undoMs`: how long the command waits
 * for that at least. A row made here is removed by discarding its creation instead.
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
