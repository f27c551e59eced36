import { discardCommand } from '#commands/outbox/discard-command.ts';
import { giveUpCreation } from '#commands/outbox/remove-rows.ts';
import { type DoubtAnswer, isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { subjectOf } from '../notices/subject-of.ts';
import { useProfile } from '../../profile/profile.tsx';
import { DISCARD_TEXT, discardQuestion } from '../../text/sending/command-state.ts';
import { DOUBT_TEXT } from '../../text/sending/outbox.ts';
import { removalOffer } from './undo-removal.ts';

/**
 * Whether the server may have a command: `none` when it has not, `asking` until the server has
 * answered.
 */
type Doubt = 'none' | 'asking' | Exclude<DoubtAnswer, 'absent'>;

/**
 * Asks the server about a command whose answer was lost, as soon as the person is about to discard
 * it; null = no command.
 */
function useDoubt(command: OutboxCommand | null): Doubt {
  const { sync } = useProfile();
  const id = command !== null && isInDoubt(command) ? command.id : null;
  const about = command === null ? undefined : subjectOf(command);
  const [said, setSaid] = useState<{ readonly id: string; readonly answer: DoubtAnswer } | null>(null);

  useEffect(() => {
    if (id === null) return;
    let gone = false;
    const keep = (answer: DoubtAnswer) => {
      // The message is shown even when the answer has closed the dialog: it says why the command
      // can't be discarded.
      if (answer === 'registered' || answer === 'sending') notify({ title: DOUBT_TEXT[answer], about });
      if (!gone) setSaid({ id, answer });
    };
    sync.withdrawCommand(id).then(keep, () => keep('unreachable'));
    return () => {
      gone = true;
      setSaid(null);
    };
  }, [id, about, sync]);

  if (id === null || said?.answer === 'absent') return 'none';
  return said?.id === id ? said.answer : 'asking';
}

/**
 * `Descartar esta resposta? O texto será apagado deste aparelho.` No work is discarded without this
 * question (I1).
 */
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
        notify({ title: DISCARD_TEXT.done, ...removalOffer(commandContext, removed) });
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
