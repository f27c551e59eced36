import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useState } from 'react';
import { REPLY_TEXT } from '../../text/reply.ts';
import styles from './reply-form.module.css';

/** "Começar do zero": asks first, because the text will be lost. */
export function StartOver({ onConfirm }: { onConfirm: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={styles.startOver} onClick={() => setAsking(true)}>
        {REPLY_TEXT.startOver}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={REPLY_TEXT.startOverTitle}
        tone="danger"
        confirmLabel={REPLY_TEXT.erase}
        cancelLabel={REPLY_TEXT.keep}
        onConfirm={onConfirm}
      >
        <p>{REPLY_TEXT.startOverBody}</p>
      </ConfirmDialog>
    </>
  );
}
