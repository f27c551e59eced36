import { endUndoNow } from '#commands/outbox/undo-commands.ts';
import { type OwnWork, ownWork } from '#mirror/questions/own-work.ts';
import { ActButton } from '#ui/actions/act-button.tsx';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ArrowLeft, Clock, CloudOff, Lock, LockOpen, LogOut, Pencil, Send, Trash2 } from 'lucide-react';
import { useState, useEffect } from 'react';
import { type Profile, useProfile } from '../profile/profile.tsx';
import { connectionNow, useConnection } from '../shared/connection/use-connection.ts';
import { discardMeaning, keepMeaning, keepText, LOGOUT, stayMeaning, workLines } from './words.ts';
import { pause } from '../device/retry-pause.ts';
import styles from './own-work-dialog.module.css';
import { useLiveQuery } from 'dexie-react-hooks';
import { flushForms } from '../shared/draft/open-forms.ts';
import { allStored } from '../shared/draft/storing.ts';
import type { Connection } from '#mirror/questions/connection.ts';

/**
 * How long leaving waits until forms are saved. A picked file may be read for longer, or for ever.
 */
const SAVED_MS = 3_000;
/** How long leaving waits until acts whose undo time was ended are sent. */
const SENT_MS = 1_500;

/** `isStoring`: a picked file is not stored yet, and leaving may lose it. */
export type AskedWork = OwnWork & { readonly isStoring: boolean };

/**
 * The work that leaving asks about; null when no question is needed. The forms are saved first, so
 * that their drafts count; a draft that can't be saved does not count. The undo time of acts is
 * ended and they are sent, because they would otherwise count as unsent (S221). Rejects when the
 * mirror can't be read.
 */
export async function workToAskAbout({ mirror, now, commandContext, sync }: Leaver): Promise<AskedWork | null> {
  await Promise.race([flushForms().catch(() => undefined), pause(SAVED_MS)]);
  if (await endUndoNow(commandContext)) await Promise.race([sync.drained(), pause(SENT_MS)]);
  // Asked before the drafts are read: what is stored in between is either counted or told.
  const isStoring = allStored() !== null;
  const own = await ownWork(mirror, { nowMs: now() });
  const mustAsk = isStoring || own.items.length + own.draftsAtMs.length > 0;
  return mustAsk || isCutOff(await connectionNow(mirror)) ? { ...own, isStoring } : null;
}

type Leaver = Pick<Profile, 'mirror' | 'now' | 'commandContext' | 'sync'>;

type LeavingProps = {
  readonly own: AskedWork;
  readonly onSend: () => Promise<void>;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
};

/**
 * The question before leaving with unsent work, with a file that is not stored yet, or without a
 * network. The choices: stay, send now, keep the work sealed for its author if the server gave a
 * key (S94, S113), or discard it by typing a word.
 */
export function OwnWorkDialog(props: LeavingProps) {
  const { own, onKeep, onClose } = props;
  const hasWork = own.items.length + own.draftsAtMs.length > 0;
  // Without work or such a file the dialog opens only for the missing network.
  const isOffline = isCutOff(useConnection()) || !(hasWork || own.isStoring);
  const asked = own.isStoring ? LOGOUT.titleStoring : LOGOUT.titleOffline;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      size="md"
      title={hasWork ? LOGOUT.title : asked}
      icon={LogOut}
      hasClose
    >
      <div className={styles.stack}>
        {hasWork ? <Work own={own} /> : null}
        {own.isStoring ? <Banner tone="warn">{LOGOUT.storing}</Banner> : null}
        {isOffline ? (
          <Banner tone="warn" icon={CloudOff}>
            {LOGOUT.offline}
          </Banner>
        ) : null}
        {hasWork && !own.hasKey ? (
          <Banner tone="warn" icon={LockOpen}>
            {LOGOUT.noKey}
          </Banner>
        ) : null}
        {hasWork ? (
          <Choices {...props} isOffline={isOffline} />
        ) : (
          <div className={styles.choices}>
            <ActButton variant="primary" icon={ArrowLeft} title={LOGOUT.stay} autoFocus onPress={onClose} />
            <ActButton icon={LogOut} title={LOGOUT.leave} detail={LOGOUT.leaveMeaning} onPress={onKeep} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The unsent work in pencil, one line for each kind. */
function Work({ own }: { own: OwnWork }) {
  const { today, zone } = useProfile();
  return (
    <RowList isPencil>
      {workLines(own, { today, zone }).map(({ kind, text, time }) => {
        const Icon = kind === 'draft' ? Pencil : Clock;
        return (
          <Row key={text} className={styles.line}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span className={styles.what}>{text}</span>
            <span className={styles.when}>{time}</span>
          </Row>
        );
      })}
    </RowList>
  );
}

function Choices({ own, isOffline, onSend, onKeep, onDiscard, onClose }: LeavingProps & { isOffline: boolean }) {
  const [isSending, setIsSending] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const [word, setWord] = useState<string | null>(null);
  const canSend = own.sendable > 0 && !isOffline;

  async function send() {
    setIsSending(true);
    await onSend();
    setIsSending(false);
    setWasTried(true);
  }

  return (
    <>
      {wasTried && own.items.length > 0 ? <Banner tone="warn">{LOGOUT.notSent}</Banner> : null}
      <div className={styles.choices}>
        {canSend ? (
          <ActButton
            variant="primary"
            icon={Send}
            title={isSending ? LOGOUT.sending : LOGOUT.sendAndLeave}
            autoFocus
            isPending={isSending}
            onPress={() => void send()}
          />
        ) : null}
        <ActButton
          variant={canSend ? 'secondary' : 'primary'}
          icon={ArrowLeft}
          title={LOGOUT.stay}
          detail={stayMeaning(own, isOffline)}
          autoFocus={!canSend}
          onPress={onClose}
        />
        {own.hasKey ? <ActButton icon={Lock} title={keepText(own)} detail={keepMeaning(own)} onPress={onKeep} /> : null}
        {word === null ? (
          <ActButton
            variant="danger"
            icon={Trash2}
            title={LOGOUT.discard}
            detail={discardMeaning(own)}
            onPress={() => setWord('')}
          />
        ) : (
          <>
            <TextField label={LOGOUT.typeWord} value={word} onChange={setWord} autoComplete="off" autoFocus />
            <Button variant="danger" isWide isDisabled={word.trim().toLowerCase() !== LOGOUT.word} onPress={onDiscard}>
              {LOGOUT.discardNow}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/**
 * The button that leaves at once and keeps all unsent work sealed. On a phone it takes two presses:
 * the menu, and this button. It is shown only with such work and a key (S94). The entry "Sair"
 * above it offers the other choices.
 */
export function LeaveAndKeep({ onKeep }: { onKeep: () => void }) {
  const { mirror, now } = useProfile();
  const [isSaved, setSaved] = useState(false);
  const own = useLiveQuery(() => ownWork(mirror, { nowMs: now() }), [mirror, now]);
  const isOffline = isCutOff(useConnection());
  useEffect(() => {
    // Saves the forms first, so that their drafts count; a draft that can't be saved does not.
    // Nothing can be typed afterwards, because the sheet covers the form.
    void flushForms()
      .catch(() => undefined)
      .then(() => setSaved(true));
  }, []);
  if (!isSaved || own === undefined || own.items.length + own.draftsAtMs.length === 0 || !own.hasKey) return null;
  return (
    <div className={styles.leave}>
      <ActButton
        icon={Lock}
        title={keepText(own)}
        detail={isOffline ? `${keepMeaning(own)} ${LOGOUT.offline}` : keepMeaning(own)}
        onPress={onKeep}
      />
    </div>
  );
}

/**
 * Whether a login is impossible now. `unstable` is not, because a login succeeds there at the
 * second attempt.
 */
function isCutOff({ network }: Connection): boolean {
  return network === 'offline' || network === 'portal';
}
