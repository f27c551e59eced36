import { discardCommand } from '#commands/outbox/discard-command.ts';
import { giveUpCreation } from '#commands/outbox/remove-rows.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { subjectOf } from '../notices/subject-of.ts';
import { useProfile } from '../../profile/profile.tsx';
import { DISCARD_TEXT, discardQuestion } from '../../text/discard.ts';
import { undoAction } from './undo-removal.ts';
import { useDoubt } from './use-doubt.ts';

/** `Descartar esta resposta? O texto será apagado deste aparelho.` No work is discarded without this question (I1). */
export function DiscardDialog(props: { command: OutboxCommand | null; dependents: number; onClose: () => void }) {
  const { command, dependents, onClose } = props;
  const { commandContext } = useProfile();
  const doubt = useDoubt(command);
  const isOver = doubt === 'registered' || doubt === 'sending';
  useEffect(() => {
    if (isOver) onClose();
  });

  async function discard(given: OutboxCommand) {
    const { id, type } = given;
    const about = subjectOf(given);
    try {
      if (type === 'create-row' && doubt === 'none') {
        const removed = await giveUpCreation(commandContext, id);
        notify({ title: DISCARD_TEXT.done, action: undoAction(commandContext, removed) });
        return;
      }
      await discardCommand(commandContext, { id, evenInDoubt: doubt === 'unreachable' });
      notify({ title: DISCARD_TEXT.done, about });
    } catch {
      notify({ title: DISCARD_TEXT.failed, tone: 'danger', about });
    }
  }

  const question = command === null ? null : discardQuestion(command, dependents);
  return (
    <ConfirmDialog
      isOpen={command !== null && !isOver}
      onClose={onClose}
      title={question?.title}
      icon={Trash2}
      tone="danger"
      confirmLabel={DISCARD_TEXT.confirm}
      cancelLabel={DISCARD_TEXT.keep}
      isConfirmDisabled={doubt === 'asking'}
      onConfirm={() => {
        if (command !== null) void discard(command);
      }}
    >
      <p>{doubt === 'asking' ? DISCARD_TEXT.asking : question?.body}</p>
      {doubt === 'unreachable' ? <p>{DISCARD_TEXT.inDoubt}</p> : null}
    </ConfirmDialog>
  );
}
