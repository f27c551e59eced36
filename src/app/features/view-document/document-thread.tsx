import type { DocumentView, ThreadEntry } from '#mirror/questions/view-document.ts';
import { Thread, ThreadItem, type ThreadLine, ThreadNote } from '#ui/document-look/thread.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { placeId, usePlace } from '../../shared/screen/use-place.ts';
import { actSentence, thenText, VIEW_TEXT } from '../../text/document/view-document.ts';
import { fullName } from '../../text/words/format.ts';
import { EntryTime } from './entry-time.tsx';
import { MessageCard } from './message-card.tsx';
import styles from './document-thread.module.css';
import { PencilFoot } from './pencil-foot.tsx';

const SHOWN_MS = 4000;

/**
 * The keys of entries that changed from pencil to ink a moment ago: they show `Registrado` for four
 * seconds (src/ui/look.md, look 7).
 */
function useJustRegistered(thread: readonly ThreadEntry[]): ReadonlySet<string> {
  const [inPencil, setInPencil] = useState<ReadonlySet<string>>(() => pencilKeys(thread));
  const [registered, setRegistered] = useState<ReadonlySet<string>>(new Set());
  const now = pencilKeys(thread);

  if (!sameKeys(now, inPencil)) {
    const inInk = new Set(thread.flatMap((entry) => (entry.pencil === null ? [entry.key] : [])));
    const turned = [...inPencil].filter((key) => inInk.has(key));
    setInPencil(now);
    if (turned.length > 0) setRegistered(new Set([...registered, ...turned]));
  }

  useEffect(() => {
    if (registered.size === 0) return;
    const timer = setTimeout(() => setRegistered(new Set()), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [registered]);

  return registered;
}

function pencilKeys(thread: readonly ThreadEntry[]): ReadonlySet<string> {
  return new Set(thread.flatMap((entry) => (entry.pencil === null ? [] : [entry.key])));
}

function sameKeys(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((key) => right.has(key));
}

type Act = Exclude<ThreadEntry, { kind: 'message' }>;

/**
 * `Jaqueline Sampaio transferiu para SEMTRAN · Caio Rezende Porto`; in pencil with its state while
 * it is only on this device.
 */
function ActLine(props: { entry: Act; hasFoot: boolean; onDecide: (commandId: string) => void }) {
  const { entry, hasFoot, onDecide } = props;
  const { verb, strong, rest } = actSentence(entry.kind, entry);
  const isPencil = entry.pencil !== null;
  const then = thenText(entry);
  return (
    <div className={isPencil ? styles.pencil : undefined}>
      <p>
        <b translate="no">{fullName(entry.author)}</b> {then === null ? null : <span>{then} </span>}
        <span>{verb}</span>
        {strong === null ? null : (
          <>
            {' '}
            <b>{strong}</b>
          </>
        )}
        {rest === null ? null : <span>{` · ${rest}`}</span>}
        {isPencil && !hasFoot ? <VisuallyHidden>, {VIEW_TEXT.pencilDeadline}</VisuallyHidden> : null}
      </p>
      {entry.reason === null ? null : <p className={styles.reason}>“{entry.reason}”</p>}
      {entry.pencil === null || !hasFoot ? null : <PencilFoot command={entry.pencil} isInline onDecide={onDecide} />}
    </div>
  );
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
  readonly onPreview: (fileKey: string) => void;
  readonly onDecide: (commandId: string) => void;
};

/**
 * The fio do trâmite: the document itself, messages, knots and lines, and the reply box at its end.
 */
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
