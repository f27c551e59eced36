import type { DocumentView, ThreadEntry } from '#mirror/questions/view-document.ts';
import { Thread, ThreadItem, ThreadNote, type ThreadLine } from '#ui/document-look/thread.tsx';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { placeId, usePlace } from '../../shared/screen/use-place.ts';
import { VIEW_TEXT } from '../../text/view-document.ts';
import { ActLine } from './act-line.tsx';
import { EntryTime } from './entry-time.tsx';
import { MessageCard } from './message-card.tsx';
import { useNewInView } from './use-new-in-view.ts';
import { useJustRegistered } from './use-just-registered.ts';

type ThreadProps = {
  readonly view: DocumentView;
  /** The reply box at the thread's end; null when the person may not write, and on phones, where it is docked. */
  readonly reply: ReactNode;
  readonly onPreview: (fileKey: string) => void;
  readonly onDecide: (commandId: string) => void;
};

/** The fio do trâmite: the document itself, messages, knots and lines, and the reply box at its end. */
export function DocumentThread({ view, reply, onPreview, onDecide }: ThreadProps) {
  const { session } = useProfile();
  const { thread } = view;
  const justRegistered = useJustRegistered(thread);
  usePlace();
  useNewInView(thread);
  // One gesture may be both a message and an act: its state is shown once, under the message.
  const told = new Set(thread.flatMap((entry) => (entry.kind === 'message' ? [entry.pencil?.id] : [])));
  return (
    <Thread label={VIEW_TEXT.thread}>
      {thread.map((entry, index) => {
        const line = lineBelow(thread[index + 1], reply !== null);
        if (entry.kind !== 'message') {
          return (
            <ThreadNote key={entry.key} id={placeId(entry.key)} line={line} meta={<EntryTime entry={entry} />}>
              <ActLine entry={entry} hasFoot={!told.has(entry.pencil?.id)} onDecide={onDecide} />
            </ThreadNote>
          );
        }
        const isPencil = entry.pencil !== null;
        return (
          <ThreadItem
            key={entry.key}
            id={placeId(entry.key)}
            line={line}
            lead={<PersonAvatar person={entry.author} isSelf={entry.mine && !isPencil} isPencil={isPencil} />}
          >
            <MessageCard
              entry={entry}
              isJustRegistered={justRegistered.has(entry.key)}
              onPreview={onPreview}
              onDecide={onDecide}
            />
          </ThreadItem>
        );
      })}
      {reply === null ? null : (
        <ThreadItem key="reply" line="none" lead={<PersonAvatar person={session} isSelf />}>
          {reply}
        </ThreadItem>
      )}
    </Thread>
  );
}

/** The line is solid up to the last registered entry, and dashed from there on. */
function lineBelow(next: ThreadEntry | undefined, hasReply: boolean): ThreadLine {
  if (next === undefined) return hasReply ? 'pencil' : 'none';
  return next.pencil === null ? 'ink' : 'pencil';
}
