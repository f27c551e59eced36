import { completeDocument } from '#commands/documents/complete-document.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { CircleCheck } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { COMPLETE } from '../../text/document/acts.ts';
import { runGesture } from '../notices/notify-stored.ts';
import { useUndo } from '../take-back/undo-act.ts';
import styles from './dialogs.module.css';

/**
 * 'Quer mesmo concluir esse processo?' (rule J1). Completes through the outbox, so that it works
 * without a connection too. `target`: null closes the dialog.
 */
export function CompleteDialog(props: { target: ListedDocument | null; onClose: () => void }) {
  const { target, onClose } = props;
  const { commandContext, mirror } = useProfile();
  const { undoMs, offer } = useUndo();
  return (
    <ConfirmDialog
      isOpen={target !== null}
      onClose={onClose}
      title={COMPLETE.title}
      icon={CircleCheck}
      confirmLabel={COMPLETE.confirm}
      onConfirm={() => {
        if (target === null) return;
        void runGesture({ mirror, done: COMPLETE.done, about: target.key, undo: offer }, () =>
          completeDocument(commandContext, { documentKey: target.key, seen: target, undoMs }),
        );
      }}
    >
      <div className={styles.stack}>
        <p>
          <b>{target?.title}</b>
        </p>
        <p>{COMPLETE.question}</p>
        <p>{COMPLETE.warning}</p>
      </div>
    </ConfirmDialog>
  );
}
