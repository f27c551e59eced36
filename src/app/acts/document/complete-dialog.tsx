import { completeDocument } from '#commands/documents/complete-document.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { CircleCheck } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { COMPLETE } from '../../text/document/acts.ts';
import { runGesture } from '../notices/notify-stored.ts';
import { useUndo } from '../take-back/undo-act.ts';
import styles from './dialogs.module.css';

/** The document that a dialog is about; null closes the dialog. */
export type DialogTarget = { readonly key: string; readonly title: string };

/**
 * 'Quer mesmo concluir esse processo?' (rule J1). Completes through the outbox, so that it works
 * without a connection too.
 */
export function CompleteDialog(props: { target: DialogTarget | null; onClose: () => void }) {
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
          completeDocument(commandContext, { documentKey: target.key, undoMs }),
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
