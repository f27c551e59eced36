import { type RowsRemoved, undoRemoval } from '#commands/outbox/remove-rows.ts';
import type { CommandContext } from '#commands/frame/context.ts';
import type { Notice } from '#ui/feedback/notice.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { MANAGE } from '../../text/manage/manage.ts';
import type { UndoOffer } from '../notices/notify-stored.ts';
import { offerOf } from './undo-act.ts';

/** The undo time of a removal of rows, ms. */
export const UNDO_REMOVAL_MS = 8_000;

const SAID: Record<Awaited<ReturnType<typeof undoRemoval>>, Notice> = {
  all: { title: MANAGE.undone },
  partly: { title: MANAGE.undonePartly, tone: 'danger' },
  none: { title: MANAGE.tooLate, tone: 'danger' },
};

/**
 * The offer in the message after rows were removed. It undoes the part of the removal that was not
 * sent yet.
 */
export function removalOffer(context: CommandContext, removed: RowsRemoved): UndoOffer {
  const undo = () =>
    undoRemoval(context, removed).then(
      (said) => void notify(SAID[said]),
      () => void notify(SAID.none),
    );
  const ids = removed.commandId === null ? [] : [removed.commandId];
  return offerOf(context, { ids, undo, lastsMs: UNDO_REMOVAL_MS });
}
