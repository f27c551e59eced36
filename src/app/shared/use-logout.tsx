import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { LogOut, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { leaveDevice } from '../online/logout.ts';
import { useProfile } from '../profile.tsx';
import { LOGOUT } from '../text/logout.ts';
import styles from './dialogs.module.css';
import { eraseLeft } from './erase-left.ts';
import { announceLeaving } from './leaving.ts';
import { settleOwedLogout } from './settle-logout.ts';

type Step = { readonly kind: 'closed' | 'leaving' } | { readonly kind: 'asking'; readonly unsent: number };

/**
 * Leaving this device. With nothing unsent everything of the person is erased; unsent work is never deleted silently
 * (decisions E4): it is sent, kept for its author's next login, or discarded by a typed word.
 */
export function useLogout(): { ask: () => void; dialog: ReactNode } {
  const { profiles } = useRouteContext({ from: '__root__' });
  const { mirror, person, sync } = useProfile();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ kind: 'closed' });

  async function unsentNow(): Promise<number> {
    const { pending, needsAuthor } = await outboxSummary(mirror);
    return pending + needsAuthor;
  }

  /** Without `discardUnsent` whatever is unsent stays, also what another tab wrote since it was counted. */
  async function leave({ discardUnsent = false } = {}) {
    setStep({ kind: 'leaving' });
    await leaveDevice({ userId: person.userId, discardUnsent });
    // Nobody who leaves waits for a network that does not answer.
    const told = Promise.race([settleOwedLogout(), patience()]);
    announceLeaving(person.userId);
    await profiles.close();
    await eraseLeft();
    await told;
    await navigate({ to: '/login' });
  }

  async function ask() {
    const unsent = await unsentNow();
    if (unsent === 0) await leave();
    else setStep({ kind: 'asking', unsent });
  }

  async function sendFirst() {
    await sync.drained();
    const unsent = await unsentNow();
    if (unsent === 0) await leave();
    else setStep({ kind: 'asking', unsent });
  }

  const dialog =
    step.kind === 'asking' ? (
      <UnsentDialog
        unsent={step.unsent}
        onSend={sendFirst}
        onKeep={() => void leave()}
        onDiscard={() => void leave({ discardUnsent: true })}
        onClose={() => setStep({ kind: 'closed' })}
      />
    ) : null;
  return { ask: () => void ask(), dialog };
}

const PATIENCE_MS = 1_500;

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
}

function UnsentDialog(props: {
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
