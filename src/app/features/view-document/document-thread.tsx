import type { DocumentView, ThreadEntry } from '#mirror/questions/view-document.ts';
import {
  Thread,
  ThreadDivider,
  ThreadFold,
  ThreadFolded,
  ThreadItem,
  type ThreadLine,
  ThreadNote,
} from '#ui/document-look/thread.tsx';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { Marked } from '../../shared/document/marked.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { placeId } from '../../shared/screen/use-place.ts';
import { actsCountText, actsSumText, newsText, VIEW_TEXT } from '../../text/document/view-document.ts';
import { ActLine, EntryTime, Letter, ThreadMessage } from './thread-entry.tsx';
import styles from './thread-entry.module.css';
import { NEWS, partsOf, sumOf, type ThreadPart } from './thread-parts.ts';
import { type ThreadSight, useMarkInView, useThreadSight } from './thread-sight.tsx';

const SHOWN_MS = 4000;

/**
 * The keys of entries that turned from pencil to ink. `ownNow`: since the document was opened.
 * `justNow`: in the last four seconds, in which they show `Registrado` (src/ui/look.md, look 7).
 */
function useRegistered(thread: readonly ThreadEntry[]) {
  const [inPencil, setInPencil] = useState<ReadonlySet<string>>(() => pencilKeys(thread));
  const [ownNow, setOwnNow] = useState<ReadonlySet<string>>(new Set());
  const [justNow, setJustNow] = useState<ReadonlySet<string>>(new Set());
  const now = pencilKeys(thread);

  if (!sameKeys(now, inPencil)) {
    const inInk = new Set(thread.flatMap((entry) => (entry.pencil === null ? [entry.key] : [])));
    const turned = [...inPencil].filter((key) => inInk.has(key));
    setInPencil(now);
    if (turned.length > 0) {
      setOwnNow(new Set([...ownNow, ...turned]));
      setJustNow(new Set([...justNow, ...turned]));
    }
  }

  useEffect(() => {
    if (justNow.size === 0) return;
    const timer = setTimeout(() => setJustNow(new Set()), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [justNow]);

  return { justNow, ownNow };
}

function pencilKeys(thread: readonly ThreadEntry[]): ReadonlySet<string> {
  return new Set(thread.flatMap((entry) => (entry.pencil === null ? [] : [entry.key])));
}

function sameKeys(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((key) => right.has(key));
}

/**
 * Scrolls to what this person has just added to the thread, which may be below what is on the
 * screen.
 */
function useNewInView(thread: readonly ThreadEntry[]): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(thread.map((entry) => entry.key));
    if (before === null) return;
    const added = thread.findLast((entry) => entry.pencil !== null && !before.has(entry.key));
    if (added !== undefined) document.getElementById(placeId(added.key))?.scrollIntoView({ block: 'nearest' });
  }, [thread]);
}

type ThreadProps = {
  readonly view: DocumentView;
  /**
   * The reply box at the thread's end; null when the person may not write, and on phones, where it
   * is docked.
   */
  readonly reply: ReactNode;
  readonly sight: ThreadSight;
  /** When the reader last saw the document, before this opening; null = never. */
  readonly since: string | null;
  /** The words of the search that led to the document, to be marked; null = none. */
  readonly words: string | null;
  readonly onPreview: (fileKey: string) => void;
  readonly onDecide: (commandId: string) => void;
};

/**
 * The thread of a document: the letter, the line above new entries, replies joined by person,
 * folded acts, and the reply box at the end.
 */
export function DocumentThread({ view, reply, sight, since, words, onPreview, onDecide }: ThreadProps) {
  const { session, person, today, zone } = useProfile();
  const isNarrow = useLayoutKind() === 'phone';
  const { thread } = view;
  const { justNow, ownNow } = useRegistered(thread);
  const parts = useMemo(
    () => partsOf(thread, { readerId: person.userId, since, ownNow }),
    [thread, person.userId, since, ownNow],
  );
  const list = useThreadSight(sight, parts);
  const drawWords = useMemo(
    () => (words === null ? undefined : (text: string) => <Marked text={text} query={words} />),
    [words],
  );
  useMarkInView({ list, sight, words });
  useNewInView(thread);
  // One gesture may be both a message and an act: its state is shown once, under the message.
  const told = new Set(thread.flatMap((entry) => (entry.kind === 'message' ? [entry.pencil?.id] : [])));
  const drawn = (part: ThreadPart, at: number) => {
    const next = parts[at + 1];
    const line = lineBelow(next, reply !== null);
    const id = placeId(part.key);
    switch (part.kind) {
      case 'news':
        return (
          <ThreadDivider key={part.key} id={placeId(NEWS)}>
            {newsText(part, { today, zone })}
          </ThreadDivider>
        );
      case 'letter':
        return (
          <ThreadItem
            key={part.key}
            id={id}
            line={line}
            lead={<PersonAvatar person={part.entry.author} isSelf={part.entry.mine} size={32} />}
          >
            <Letter
              entry={part.entry}
              document={view.document}
              isNarrow={isNarrow}
              drawWords={drawWords}
              onPreview={onPreview}
            />
          </ThreadItem>
        );
      case 'message': {
        const { entry, after } = part;
        const isPencil = entry.pencil !== null;
        const isFollowed = next?.kind === 'message' && next.after === entry;
        return (
          <ThreadItem
            key={part.key}
            id={id}
            line={line}
            below={isPencil ? 'card' : isFollowed ? 'joined' : 'reply'}
            lead={
              after === null ? (
                <PersonAvatar person={entry.author} isSelf={entry.mine && !isPencil} isPencil={isPencil} size={32} />
              ) : null
            }
          >
            <ThreadMessage
              entry={entry}
              after={after}
              isJustRegistered={justNow.has(entry.key)}
              isNarrow={isNarrow}
              drawWords={drawWords}
              onPreview={onPreview}
              onDecide={onDecide}
            />
          </ThreadItem>
        );
      }
      case 'act':
        return (
          <ThreadNote key={part.key} id={id} line={line} meta={<EntryTime entry={part.entry} isNarrow={isNarrow} />}>
            <ActLine entry={part.entry} hasFoot={!told.has(part.entry.pencil?.id)} onDecide={onDecide} />
          </ThreadNote>
        );
      case 'acts':
        return (
          <ThreadFold
            key={part.key}
            id={id}
            line={line}
            summary={
              <>
                <b>{actsCountText(part.entries.length)}</b>{' '}
                <span className={styles.sum}>{actsSumText(sumOf(part.entries))}</span>
              </>
            }
          >
            {part.entries.map((entry) => (
              <ThreadFolded
                key={entry.key}
                id={placeId(entry.key)}
                meta={<EntryTime entry={entry} isNarrow={isNarrow} />}
              >
                <ActLine entry={entry} hasFoot={false} onDecide={onDecide} />
              </ThreadFolded>
            ))}
          </ThreadFold>
        );
    }
  };
  return (
    <Thread label={VIEW_TEXT.thread} ref={list}>
      {parts.map(drawn)}
      {reply === null ? null : (
        <ThreadItem key="reply" line="none" lead={<PersonAvatar person={session} isSelf size={32} />}>
          {reply}
        </ThreadItem>
      )}
    </Thread>
  );
}

/** The line of the thread is solid down to the last registered entry, and dashed below it. */
function lineBelow(next: ThreadPart | undefined, hasReply: boolean): ThreadLine {
  if (next === undefined) return hasReply ? 'pencil' : 'none';
  return 'entry' in next && next.entry.pencil !== null ? 'pencil' : 'ink';
}
