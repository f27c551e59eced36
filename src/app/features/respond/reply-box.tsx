import type { StoredDraft } from '#mirror/questions/drafts.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { useState } from 'react';
import { useProfile } from '../../profile.tsx';
import { useDraftEpoch } from '../../shared/open-drafts.ts';
import { useLayoutKind } from '../../shared/use-layout-kind.ts';
import { useStoredDraft } from '../../shared/use-stored-draft.ts';
import { REPLY_TEXT } from '../../text/reply.ts';
import { ReplyDock } from './reply-dock.tsx';
import { ReplyForm } from './reply-form.tsx';
import { useReply } from './use-reply.ts';
import { useTakeBack } from './use-take-back.ts';

type ReplyBoxProps = {
  readonly view: DocumentView;
  /** A queued reply to bring back into the box; null = none. */
  readonly editing: string | null;
  readonly onEdited: () => void;
};

/**
 * Where one answers, transfers and prorogues in one gesture (decisions D1, D6). Keeps what is typed on this device at every
 * moment (C16, W15); starts again from the draft when a queued reply was taken back for editing.
 */
export function ReplyBox({ view, editing, onEdited }: ReplyBoxProps) {
  const id = `reply:${view.document.key}`;
  const epoch = useDraftEpoch(id);
  const takeBack = useTakeBack({ view, draftId: id, commandId: editing, onDone: onEdited });
  // After sending, the next reply starts empty: another round of the same box.
  const [round, setRound] = useState(0);
  return (
    <>
      <LoadedReply
        key={`${epoch}:${round}`}
        view={view}
        id={id}
        isOpen={epoch > 0 && round === 0}
        onSent={() => setRound((count) => count + 1)}
      />
      <ConfirmDialog
        isOpen={takeBack.isAsking}
        onOpenChange={(isOpen) => {
          if (!isOpen) takeBack.close();
        }}
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

type LoadedProps = {
  readonly view: DocumentView;
  readonly id: string;
  readonly isOpen: boolean;
  readonly onSent: () => void;
};

function LoadedReply(props: LoadedProps) {
  const { mirror } = useProfile();
  const stored = useStoredDraft(mirror, props.id);
  if (stored === undefined) return <SkeletonBlock height={140} />;
  return <OpenReply {...props} stored={stored} />;
}

function OpenReply({ view, id, isOpen, stored, onSent }: LoadedProps & { stored: StoredDraft }) {
  const layout = useLayoutKind();
  const reply = useReply({ view, id, stored, onSent });
  return layout === 'phone' ? <ReplyDock reply={reply} startsOpen={isOpen} /> : <ReplyForm reply={reply} />;
}
