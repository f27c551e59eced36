import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { LogOut, Send } from 'lucide-react';
import { useState } from 'react';
import { LOGOUT, type OwnWork } from '../../text/logout.ts';
import styles from './own-work-dialog.module.css';

/**
 * Asks what happens to unsent work and to drafts: send them now, keep them for their author, or discard them by typing a
 * word.
 */
export function OwnWorkDialog(props: {
  own: OwnWork;
  onSend: () => Promise<void>;
  onKeep: () => void;
  onDiscard: () => void;
  onClose: () => void;
}) {
  const { own, onSend, onKeep, onDiscard, onClose } = props;
  const [isSending, setIsSending] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const [word, setWord] = useState<string | null>(null);

  async function send() {
    setIsSending(true);
    await onSend();
    setIsSending(false);
    setWasTried(true);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      role="alertdialog"
      size="md"
      title={LOGOUT.title(own)}
      icon={LogOut}
      hasClose
    >
      <div className={styles.stack}>
        <p>{LOGOUT.explanation(own)}</p>
        {wasTried && own.unsent > 0 ? <Banner tone="warn">{LOGOUT.notSent}</Banner> : null}
        <div className={styles.choices}>
          {own.unsent === 0 ? null : (
            <Button variant="primary" icon={Send} isWide isPending={isSending} onPress={() => void send()}>
              {isSending ? LOGOUT.sending : LOGOUT.send}
            </Button>
          )}
          <Button variant={own.unsent === 0 ? 'primary' : 'secondary'} isWide onPress={onKeep}>
            {LOGOUT.keep}
          </Button>
          <p className={styles.missing}>{LOGOUT.keepMeaning(own)}</p>
          {word === null ? (
            <Button variant="quiet" isWide onPress={() => setWord('')}>
              {LOGOUT.discard}
            </Button>
          ) : (
            <>
              <TextField label={LOGOUT.typeWord} value={word} onChange={setWord} autoComplete="off" />
              <Button
                variant="danger"
                isWide
                isDisabled={word.trim().toLowerCase() !== LOGOUT.word}
                onPress={onDiscard}
              >
                {LOGOUT.discardNow}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
