import { removeRows } from '#commands/outbox/remove-rows.ts';
import { switchRows } from '#commands/reference/on-rows.ts';
import { permissionFor, type RowCollection, type SwitchedCollection } from '#contract/row-writes.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { type Profile, useProfile } from '../../profile/profile.tsx';
import type { RowActs } from '../../shared/manage/managed-row.ts';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { type RowNews, rowNews } from '../../text/sending/row-acts.ts';
import { notifyRefused, runGesture, tellStored } from '../notices/notify-stored.ts';
import { removalOffer, UNDO_REMOVAL_MS } from '../take-back/undo-removal.ts';
import type { ShownRow } from './use-rows.ts';

/**
 * Switching and deleting rows of a collection, through the queue, as far as the person's
 * permissions go.
 */
export function useRowGestures<Collection extends SwitchedCollection>(
  collection: Collection,
): Pick<RowActs<ShownRow<Collection>>, 'toggle' | 'remove'> {
  const { may, mirror, commandContext } = useProfile();
  const remove = useRowRemoval(collection);
  return {
    toggle: may(permissionFor('update', collection))
      ? async (rows, isActive) => {
          await runGesture({ mirror, done: rowNews(collection, isActive ? 'on' : 'off')(rows.length) }, () =>
            switchRows(commandContext, {
              collection,
              keys: rows.map((row) => row.key),
              status: isActive ? 'active' : 'inactive',
            }),
          );
        }
      : undefined,
    remove,
  };
}

/** Deleting rows of a collection; undefined for a person who may not. */
export function useRowRemoval<Collection extends RowCollection>(
  collection: Collection,
): RowActs<ShownRow<Collection>>['remove'] {
  const profile = useProfile();
  if (!profile.may(permissionFor('delete', collection))) return undefined;
  return (rows) => removeAll(profile, { collection, rows, done: rowNews(collection, 'removed') });
}

/**
 * Removes rows: the creations of rows that only this device knows are discarded, other rows are
 * deleted. The message offers to undo the whole.
 */
async function removeAll<Collection extends RowCollection>(
  { mirror, commandContext }: Profile,
  at: { collection: Collection; rows: readonly ShownRow<Collection>[]; done: RowNews },
): Promise<void> {
  const { collection, rows, done } = at;
  const title = done(rows.length);
  try {
    const keys = rows.map((row) => row.key);
    const removed = await removeRows(commandContext, { collection, keys, undoMs: UNDO_REMOVAL_MS });
    if (removed.kind === 'refused') return notifyRefused(removed);
    const undo = removalOffer(commandContext, removed);
    if (removed.commandId === null) notify({ title, ...undo });
    else await tellStored(mirror, { title, commandId: removed.commandId, undo });
  } catch (error) {
    notify({ title: notStoredText(error), tone: 'danger' });
  }
}
