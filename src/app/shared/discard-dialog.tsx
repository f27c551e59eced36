import { discardCommand } from '#commands/discard-command.ts';
import type { OutboxCommand } from '#mirror/outbox-row.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { Trash2 } from 'lucide-react';
import { useProfile } from '../profile.tsx';
import { DISCARD_TEXT, discardQuestion } from '../text/discard.ts';

/** `Descartar esta resposta? O texto será apagado deste aparelho.` Nothing of one's work goes without this question (I1). */
export function DiscardDialog(props: { command: OutboxCommand | null; dependents: number; onClose: () => void }) {
  const { command, dependents, onClose } = props;
  const { commands } = useProfile();

  async function discard(id: string) {
    try {
      await discardCommand(commands, id);
      notify({ title: DISCARD_TEXT.done });
    } catch {
      notify({ title: DISCARD_TEXT.failed, tone: 'danger' });
    }
  }

  const question = command === null ? null : discardQuestion(command, dependents);
  return (
    <ConfirmDialog
      isOpen={command !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={question?.title}
      icon={Trash2}
      tone="danger"
      confirmLabel={DISCARD_TEXT.confirm}
      cancelLabel={DISCARD_TEXT.keep}
      onConfirm={() => {
        if (command !== null) void discard(command.id);
      }}
    >
      <p>{question?.body}</p>
    </ConfirmDialog>
  );
}
