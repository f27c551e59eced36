import { discardCommand } from '#commands/outbox/discard-command.ts';
import { OutboxBusy } from '#commands/outbox/own-command.ts';
import { deleteRows } from '#commands/reference/delete-rows.ts';
import { switchRows } from '#commands/reference/switch-rows.ts';
import type { RowCollection } from '#contract/row-writes.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { type Profile, useProfile } from '../../profile/profile.tsx';
import type { RowActs } from '../../shared/manage/managed-row.ts';
import { MANAGE } from '../../text/manage.ts';
import { type RowNews, rowNews } from '../../text/row-news.ts';
import { runGesture } from '../notices/notify-stored.ts';
import type { ShownRow } from './use-rows.ts';

/** Switching and deleting rows of a collection, through the queue, as far as the person's permissions go. */
export function useRowGestures<Collection extends RowCollection>(
  collection: Collection,
): Pick<RowActs<ShownRow<Collection>>, 'toggle' | 'remove'> {
  const profile = useProfile();
  const { may, mirror, commandContext } = profile;
  return {
    toggle: may(`update_${collection}`)
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
    remove: may(`delete_${collection}`)
      ? (rows) => remove(profile, { collection, rows, done: rowNews(collection, 'removed') })
      : undefined,
  };
}

/** A deletion waits this long before it is sent: as long as its message offers to take it back. */
const UNDO_MS = 8_000;

/** A row that only this device knows is given up with its creation; the others are deleted, which can be taken back. */
async function remove<Collection extends RowCollection>(
  { mirror, commandContext }: Profile,
  at: { collection: Collection; rows: readonly ShownRow<Collection>[]; done: RowNews },
): Promise<void> {
  const { collection, rows, done } = at;
  const keys: string[] = [];
  for (const row of rows) {
    const [creation] = row.commandIds;
    if (!row.pencil.isNew || creation === undefined || !(await discarded(creation))) keys.push(row.key);
  }
  if (keys.length === 0) {
    notify({ title: done(rows.length) });
    return;
  }
  await runGesture({ mirror, done: done(rows.length), undo }, () =>
    deleteRows(commandContext, { collection, keys, holdMs: UNDO_MS }),
  );

  async function discarded(id: string): Promise<boolean> {
    try {
      await discardCommand(commandContext, { id });
      return true;
    } catch (error) {
      if (error instanceof OutboxBusy) return false;
      throw error;
    }
  }
  function undo(commandId: string) {
    return {
      label: MANAGE.undo,
      onAction: () =>
        void discardCommand(commandContext, { id: commandId }).then(
          () => notify({ title: MANAGE.undone }),
          () => notify({ title: MANAGE.tooLate, tone: 'danger' }),
        ),
    };
  }
}
