import { isWritten, replyDraftOf } from '#mirror/keep/written-drafts.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import type { DocumentView, ThreadEntry } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { takeBackCommand } from '#commands/outbox/take-back-command.ts';
import { loadDraft } from '#mirror/keep/drafts.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { useProfile } from '../../profile/profile.tsx';
import { joinDraft, useDraftEpoch } from '../../shared/draft/open-drafts.ts';
import { PagesOverlay } from '../../acts/attach/pages-overlay.tsx';
import type { PagesOpen } from '../../acts/attach/use-attachments.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useStoredDraft } from '../../shared/draft/use-stored-draft.ts';
import { REPLY_TEXT } from '../../text/document/acts.ts';
import { toReply } from '../../shared/screen/reply-place.ts';
import { placeId } from '../../shared/screen/use-place.ts';
import { refusedFilesOf } from '../../shared/files/file-problems.tsx';
import { notifyFailed } from '../../acts/notices/notify-failed.ts';
import { makeSure } from '../../acts/take-back/make-sure.ts';
import { type More, ReplyDock } from './reply-dock.tsx';
import { ReplyForm, ReplyPlace } from './reply-form.tsx';
import { useReply } from './use-reply.ts';

type TakeBack = {
  /** A draft exists already; the person is asked whether it may be replaced. */
  readonly isAsking: boolean;
  readonly replace: () => void;
  readonly close: () => void;
};

/** Thrown where the box holds a draft that the person has not agreed to lose. */
class DraftWritten extends Error {}

/**
 * Brings a queued reply back into the reply box (Editar). Asks first when a draft would be lost.
 */
function useTakeBack(at: {
  view: DocumentView;
  draftId: string;
  /** Id of the command to be edited, from the address; null = none. */
  commandId: string | null;
  onDone: () => void;
}): TakeBack {
  const { view, draftId, commandId, onDone } = at;
  const { mirror, commandContext, sync, now } = useProfile();
  const [isAsking, setAsking] = useState(false);
  const begun = useRef<string | null>(null);
  const replaces = useRef(false);

  /** Throws DraftWritten where the person must be asked first. */
  async function returnReply(id: string, isAgreed: boolean): Promise<void> {
    const items = await outboxItems(mirror, { nowMs: now() });
    const command = items.find((item) => item.command.id === id)?.command;
    if (command?.type !== 'respond' || !(await makeSure(sync, command))) return;
    const { content, limit_date: limitDate, responsible_ids: responsibleIds } = command.payload;
    const fields = {
      content,
      limitDate: limitDate ?? view.document.limit_date,
      responsibleId: responsibleIds?.[0] ?? null,
      refusedFiles: refusedFilesOf(command.lastError?.errors['files'] ?? [], command.files),
    };
    // The draft is judged here, because the person may write while the server is asked. An error
    // lets the box go on as it is.
    await joinDraft(draftId, async () => {
      const written = await loadDraft(mirror, draftId);
      if (!isAgreed && written !== undefined && isWritten(written, view.document)) throw new DraftWritten();
      await takeBackCommand(commandContext, { id, draft: { id: draftId, fields, savedAtMs: now() } });
    });
  }

  async function takeBack(id: string, isAgreed: boolean) {
    try {
      await returnReply(id, isAgreed);
    } catch (error) {
      if (error instanceof DraftWritten) {
        setAsking(true);
        return;
      }
      notifyFailed(error, view.document.key);
    }
    onDone();
  }

  useEffect(() => {
    if (commandId === null || begun.current === commandId) return;
    begun.current = commandId;
    void takeBack(commandId, false);
  });

  return {
    isAsking,
    replace() {
      replaces.current = true;
    },
    close() {
      setAsking(false);
      // ConfirmDialog closes first and calls `replace` right after, in the same task.
      queueMicrotask(() => {
        const isReplaced = replaces.current;
        replaces.current = false;
        if (commandId === null || !isReplaced) onDone();
        else void takeBack(commandId, true);
      });
    },
  };
}

type SentReply = {
  readonly thread: readonly ThreadEntry[];
  /** The command of the reply that was just sent; null = none was. */
  readonly sent: string | null;
  /** Whether the next reply has text, including text that is typed but not drawn yet (S109). */
  readonly hasBegun: () => boolean;
};

/**
 * Moves the focus to the message of a sent reply once it is in the thread (S78). The focus stays
 * where it is if the next reply has been begun, or if the person has moved it out of the box.
 */
function useFocusOnNew({ thread, sent, hasBegun }: SentReply): void {
  const reached = useRef<string | null>(null);
  useEffect(() => {
    if (sent === null || reached.current === sent) return;
    const entry = thread.find((one) => one.key.startsWith(`c:${sent}:`));
    const place = entry === undefined ? null : document.getElementById(placeId(entry.key));
    if (place === null) return;
    reached.current = sent;
    const isInBox = document.activeElement?.closest('[data-reply]') != null;
    if (hasBegun() || !(isFocusLost() || isInBox)) return;
    place.tabIndex = -1;
    place.addEventListener('keydown', writeOn);
    place.focus({ preventScroll: true });
  });
}

/**
 * A letter pressed on the new message begins the next reply: the box takes the focus before the
 * browser writes the letter. Letters are no shortcuts there, because the person may not have seen
 * yet that the reply was sent.
 */
function writeOn(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, target, currentTarget } = event;
  const isWriting = (key.length === 1 && key !== ' ') || key === 'Dead';
  if (!isWriting || altKey || ctrlKey || metaKey || target !== currentTarget) return;
  event.stopPropagation();
  toReply();
}

type ReplyBoxProps = {
  readonly view: DocumentView;
  /** The queued reply that goes back into the box; null = none. */
  readonly editing: string | null;
  readonly onEdited: () => void;
  readonly more: More;
  readonly pagesOpen: PagesOpen;
};

/**
 * The box in which a person answers, transfers and extends in one gesture (rules D1, D6). It stores
 * what is typed on this device all the time (rule C16, src/app/experience.md, experience W15), and
 * starts again from the draft when a queued reply was taken back for editing.
 */
export function ReplyBox({ view, editing, onEdited, more, pagesOpen }: ReplyBoxProps) {
  const id = replyDraftOf(view.document.key);
  const epoch = useDraftEpoch(id);
  // A draft that was replaced before this box was drawn does not open it.
  const [drawnAt] = useState(epoch);
  const takeBack = useTakeBack({ view, draftId: id, commandId: editing, onDone: onEdited });
  // Each sent or discarded reply starts another, empty box. A draft that is replaced from outside
  // ends that state, by its epoch.
  const [another, setAnother] = useState<Another>({ round: 0, epoch: -1, sent: null });
  return (
    <>
      <CatchBoundary getResetKey={() => id} errorComponent={ReplyTrouble}>
        <LoadedReply
          key={`${epoch}:${another.round}`}
          view={view}
          id={id}
          more={more}
          pagesOpen={pagesOpen}
          isAnother={another.epoch === epoch}
          sent={another.epoch === epoch ? another.sent : null}
          isOpen={epoch > drawnAt && another.round === 0}
          onSent={(sent) => setAnother(({ round }) => ({ round: round + 1, epoch, sent }))}
        />
      </CatchBoundary>
      <ConfirmDialog
        isOpen={takeBack.isAsking}
        onClose={() => takeBack.close()}
        title={REPLY_TEXT.replaceTitle}
        confirmLabel={REPLY_TEXT.replace}
        cancelLabel={REPLY_TEXT.keep}
        onConfirm={takeBack.replace}
      >
        <p>{REPLY_TEXT.replaceBody}</p>
      </ConfirmDialog>
    </>
  );
}

/** Stands in place of a reply box that failed to render, so that the document stays readable. */
function ReplyTrouble({ error, reset }: ErrorComponentProps) {
  useEffect(() => reportError(error), [error]);
  return (
    <Banner
      tone="danger"
      role="alert"
      title={REPLY_TEXT.trouble}
      action={
        <Button size="sm" variant="secondary" onPress={reset}>
          {REPLY_TEXT.again}
        </Button>
      }
    >
      {REPLY_TEXT.troubleBody}
    </Banner>
  );
}

/**
 * The box after a sent or discarded reply: its number, the draft's epoch at that moment, and the
 * command of the reply (null = discarded).
 */
type Another = { readonly round: number; readonly epoch: number; readonly sent: string | null };

type LoadedProps = {
  readonly view: DocumentView;
  readonly more: More;
  readonly pagesOpen: PagesOpen;
  readonly id: string;
  /**
   * The last reply was just sent or discarded: there is no draft to read, and the element with the
   * focus is gone.
   */
  readonly isAnother: boolean;
  /** The command of the reply that was just sent; null = none. */
  readonly sent: string | null;
  readonly isOpen: boolean;
  readonly onSent: (sent: string | null) => void;
};

const NOTHING_STORED: StoredDraft = { row: null, files: [] };

function LoadedReply(props: LoadedProps) {
  return props.isAnother ? <OpenReply {...props} stored={NOTHING_STORED} /> : <StoredReply {...props} />;
}

function StoredReply(props: LoadedProps) {
  const { mirror } = useProfile();
  const stored = useStoredDraft(mirror, props.id);
  const isPhone = useLayoutKind() === 'phone';
  if (stored === undefined) return isPhone ? null : <ReplyPlace />;
  return <OpenReply {...props} stored={stored} />;
}

function OpenReply(props: LoadedProps & { stored: StoredDraft }) {
  const { view, id, more, pagesOpen, isAnother, sent, isOpen, stored, onSent } = props;
  const layout = useLayoutKind();
  const reply = useReply({ view, id, stored, pagesOpen, onSent });
  useFocusOnNew({ thread: view.thread, sent, hasBegun: reply.hasBegun });
  return (
    <>
      {layout === 'phone' ? (
        <ReplyDock reply={reply} more={more} startsOpen={isOpen} takesFocus={isAnother} />
      ) : (
        <ReplyForm reply={reply} takesFocus={isAnother || isOpen} />
      )}
      <PagesOverlay attachments={reply.attachments} />
    </>
  );
}
