import type { RowCollection } from '#contract/row-writes.ts';
import { isPending } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { rowsLaneOf } from '../store/row-commands.ts';
import { foldRows, type RowFold } from './fold-rows.ts';
import { rowSourceOf } from './row-source.ts';

/** The rows of a collection as their person sees them. */
export async function foldedRowsOf<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<RowFold<Collection>> {
  return foldRows(await rowSourceOf(mirror, collection));
}

/**
 * Marks the commands of a collection whose rows no longer exist, inside the caller's transaction
 * over FOLD_TABLES. The rows themselves are folded when a screen queries them: there are few of
 * them, and no index searches them.
 */
export async function markRows(mirror: Mirror, collection: RowCollection): Promise<void> {
  const lane = await mirror.commands.where('documentKey').equals(rowsLaneOf(collection)).toArray();
  if (!lane.some(isPending)) return;
  const source = await rowSourceOf(mirror, collection);
  const { marks } = foldRows(source);
  for (const command of source.commands) {
    const mark = marks.get(command.id);
    if (mark !== undefined && mark !== command.mayBeRefused) {
      await mirror.commands.update(command.seq, { mayBeRefused: mark });
    }
  }
}
