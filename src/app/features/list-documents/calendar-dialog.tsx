import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { CalendarArrowDown, Copy, Trash2 } from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import { copyText } from '../../device/save-file.ts';
import { calendarFeed, makeCalendarFeed, revokeCalendarFeed } from '../../online/calendar-feed.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { CALENDAR, madeText } from '../../text/lists/list.ts';
import { formatMoment } from '../../text/words/format.ts';
import styles from './calendar-dialog.module.css';

/**
 * The subscribed calendar. `address` is null except right after it was made, because the server
 * stores only its hash.
 */
type Feed = { readonly madeAt: string | null; readonly address: string | null };

/**
 * `asking`: the dialog asks whether to end the address. `kept`, `ended`: the answer; what replaced
 * the question gets the focus.
 */
type Step = 'start' | 'asking' | 'kept' | 'ended';

const QUESTION = 'encerrar-endereco';

/**
 * The dialog of the subscribed calendar (S67): its address is made and ended here, which needs the
 * network.
 */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { session, today, zone, commandContext } = useProfile();
  const { isOffline } = useSyncState().connection;
  const [feed, setFeed] = useState<Feed | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [step, setStep] = useState<Step>('start');

  useEffect(() => {
    let isOpen = true;
    if (isOffline) return undefined;
    void calendarFeed().then((found) => {
      if (!isOpen) return;
      setTrouble(found === null ? CALENDAR.failed : null);
      if (found !== null) setFeed((known) => known ?? { ...found, address: null });
    });
    return () => {
      isOpen = false;
    };
  }, [isOffline]);

  async function act(work: () => Promise<Feed | string>) {
    setIsBusy(true);
    const done = await work();
    setIsBusy(false);
    if (typeof done === 'string') return setTrouble(done);
    setTrouble(null);
    setFeed(done);
  }
  const author = () => ({ userId: session.id, key: commandContext.newId() });
  const make = () =>
    act(async () => {
      const made = await makeCalendarFeed(author());
      return made.kind === 'made' ? made : reasonOf(made.kind);
    });
  const revoke = () =>
    act(async () => {
      const done = await revokeCalendarFeed(author());
      if (done.kind !== 'done') return reasonOf(done.kind);
      announce(CALENDAR.revoked);
      setStep('ended');
      return { madeAt: null, address: null };
    });

  const isKnown = feed !== null;
  const makeText = feed?.madeAt === null || !isKnown ? CALENDAR.create : CALENDAR.createAgain;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={CALENDAR.title}
      icon={CalendarArrowDown}
      size="md"
      footer={
        step === 'asking' ? (
          <Fragment key="question">
            <Button autoFocus aria-describedby={QUESTION} onPress={() => setStep('kept')}>
              {CALENDAR.keep}
            </Button>
            <Button
              icon={Trash2}
              variant="danger"
              isDisabled={isOffline}
              isPending={isBusy}
              onPress={() => void revoke()}
            >
              {withNeed(CALENDAR.revoke, isOffline)}
            </Button>
          </Fragment>
        ) : (
          <Fragment key="tools">
            {feed === null || feed.madeAt === null ? null : (
              <Button
                icon={Trash2}
                variant="quiet"
                autoFocus={step === 'kept'}
                isDisabled={isOffline}
                onPress={() => setStep('asking')}
              >
                {withNeed(CALENDAR.revoke, isOffline)}
              </Button>
            )}
            <Button
              variant={feed?.address === null || !isKnown ? 'primary' : 'secondary'}
              autoFocus={step === 'ended'}
              isDisabled={isOffline || !isKnown}
              isPending={isBusy}
              onPress={() => void make()}
            >
              {withNeed(makeText, isOffline)}
            </Button>
          </Fragment>
        )
      }
    >
      <div className={styles.body}>
        {step === 'asking' ? <p id={QUESTION}>{CALENDAR.revokeAsks}</p> : <p>{CALENDAR.about}</p>}
        <div role="status">
          {trouble === null ? null : <p className={styles.trouble}>{trouble}</p>}
          {!isKnown && trouble === null && !isOffline ? <p>{CALENDAR.loading}</p> : null}
          {isKnown && feed.address === null && step !== 'asking' ? (
            <p>
              {feed.madeAt === null
                ? CALENDAR.none
                : `${madeText(formatMoment(feed.madeAt, { today, zone }))} ${CALENDAR.again}`}
            </p>
          ) : null}
        </div>
        {isKnown && feed.address !== null && step !== 'asking' ? <Made address={feed.address} /> : null}
      </div>
    </Dialog>
  );
}

/** The new address. `webcal:` makes the system's calendar subscribe by itself. */
function Made({ address }: { address: string }) {
  return (
    <div className={styles.made}>
      <p>{CALENDAR.shownOnce}</p>
      <code className={styles.address} translate="no">
        {address}
      </code>
      <div className={styles.tools}>
        <Button icon={Copy} variant="primary" onPress={() => void copyText(address, { copied: CALENDAR.copied })}>
          {CALENDAR.copy}
        </Button>
        <LinkButton icon={CalendarArrowDown} href={address.replace(/^https?:/, 'webcal:')}>
          {CALENDAR.subscribe}
        </LinkButton>
      </div>
    </div>
  );
}

/**
 * The words of a button, without a connection with the reason: `Criar endereço (precisa de
 * internet)`.
 */
function withNeed(words: string, isOffline: boolean): string {
  return isOffline ? `${words} (${CALENDAR.needsNetwork})` : words;
}

function reasonOf(kind: 'refused' | 'login' | 'unanswered'): string {
  return kind === 'login' ? CALENDAR.login : CALENDAR.failed;
}
