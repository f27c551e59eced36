import { type RowsRemoved, undoRemoval } from '#commands/outbox/remove-rows.ts';
import type { CommandContext } from '#commands/frame/context.ts';
import type { Notice } from '#ui/feedback/notice.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { MANAGE } from '../../text/manage/manage.ts';

const SAID: Record<Awaited<ReturnType<typeof undoRemoval>>, Notice> = {
  all: { title: MANAGE.undone },
  partly: { title: MANAGE.undonePartly, tone: 'danger' },
  none: { title: MANAGE.tooLate, tone: 'danger' },
};

/**
 * The action in a message after rows were removed: it undoes the removal, as far as nothing of it
 * was sent.
 */
export function undoAction(context: CommandContext, removed: RowsRemoved): NonNullable<Notice['action']> {
  return {
    label: MANAGE.undo,
    onAction: () =>
      void undoRemoval(context, removed).then(
        (said) => notify(SAID[said]),
        () => notify(SAID.none),
      ),
  };
}
