import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { LogOut, Send } from 'lucide-react';
import { useState } from 'react';
import { LOGOUT } from '../text/logout.ts';
import styles from './dialogs.module.css';

/** What happens to work that was not sent: sent now, kept for its author's next login, or discarded by a typed word. */
export function UnsentDialog(props: {
  unsent: number;
  onSend: () => Promise<void>;
  onKeep: () => void;
  onDiscard: () => void;
  onClose: () => void;
}) {
  const { unsent, onSend, onKeep, onDiscard, onClose } = props;
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
      title={LOGOUT.title(unsent)}
      icon={LogOut}
      hasClose
    >
      <div className={styles.stack}>
        <p>{LOGOUT.explanation}</p>
        {wasTried ? <Banner tone="warn">{LOGOUT.notSent}</Banner> : null}
        <div className={styles.choices}>
          <Button variant="primary" icon={Send} isWide isPending={isSending} onPress={() => void send()}>
            {isSending ? LOGOUT.sending : LOGOUT.send}
          </Button>
          <Button isWide onPress={onKeep}>
            {LOGOUT.keep}
          </Button>
          <p className={styles.missing}>{LOGOUT.keepMeaning}</p>
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
