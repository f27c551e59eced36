import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useDraftEpoch } from '../../shared/draft/open-drafts.ts';
import { PagesOverlay } from '../../acts/attach/pages-overlay.tsx';
import type { PagesOpen } from '../../acts/attach/use-attachments.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useStoredDraft } from '../../shared/draft/use-stored-draft.ts';
import { REPLY_TEXT } from '../../text/reply.ts';
import { type More, ReplyDock } from './reply-dock.tsx';
import { ReplyForm, ReplyPlace } from './reply-form.tsx';
import { useFocusOnNew } from './use-focus-on-new.ts';
import { useReply } from './use-reply.ts';
import { useTakeBack } from './use-take-back.ts';

type ReplyBoxProps = {
  readonly view: DocumentView;
  /** The queued reply that goes back into the box; null = none. */
  readonly editing: string | null;
  readonly onEdited: () => void;
  readonly more: More;
  readonly pagesOpen: PagesOpen;
};

/**
 * The box in which a person answers, transfers and extends in one gesture (rules D1, D6). It stores what is typed on this
 * device all the time (rule C16, src/app/experience.md, experience W15), and starts again from the draft when a queued reply
 * was taken back for editing.
 */
export function ReplyBox({ view, editing, onEdited, more, pagesOpen }: ReplyBoxProps) {
  const id = replyDraftOf(view.document.key);
  const epoch = useDraftEpoch(id);
  const takeBack = useTakeBack({ view, draftId: id, commandId: editing, onDone: onEdited });
  // After sending, the box is remounted and empty for the next reply, until the draft is replaced from outside.
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
          isOpen={epoch > 0 && another.round === 0}
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

/** In the place of a box that fails: the document above it can still be read. */
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

/** The box after a reply: how many there were, the draft's epoch then, and the command of the last; null = given up. */
type Another = { readonly round: number; readonly epoch: number; readonly sent: string | null };

type LoadedProps = {
  readonly view: DocumentView;
  readonly more: More;
  readonly pagesOpen: PagesOpen;
  readonly id: string;
  /** The reply before was just sent or given up: there is no draft to read, and the element with the focus is gone. */
  readonly isAnother: boolean;
  /** The command of the reply that was just sent. */
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
