import { ChevronDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './thread.module.css';

/**
 * The line below an item: solid when registered, dashed while it exists only on this device, none
 * at the end.
 */
export type ThreadLine = 'ink' | 'pencil' | 'none';

/** The fio do trâmite, the thread of a document's history: an ordered list joined by one line. */
export function Thread(props: { label: string; ref?: Ref<HTMLOListElement> | undefined; children: ReactNode }) {
  const { label, ref, children } = props;
  return (
    <ol ref={ref} aria-label={label} className={styles.thread}>
      {children}
    </ol>
  );
}

/**
 * A message on the thread. `lead` is its Avatar or number, parted from the line by a ring in the
 * page's colour; null for a message that is joined to the one before it. `below`: the room below
 * the message, which is least when the next one is joined to it.
 */
export function ThreadItem(props: {
  lead: ReactNode;
  line?: ThreadLine;
  below?: 'card' | 'reply' | 'joined';
  id?: string;
  children: ReactNode;
}) {
  const { lead, line = 'ink', below = 'card', id, children } = props;
  return (
    <li id={id} className={classNames(styles.item, styles[below], styles[line])}>
      {lead === null ? null : <span className={styles.lead}>{lead}</span>}
      <div className={styles.content}>{children}</div>
    </li>
  );
}

/**
 * A note on the thread. Its knot marks that the document changed hands. `meta` is drawn at the
 * right, on phones below.
 */
export function ThreadNote(props: { line?: ThreadLine; meta?: ReactNode; id?: string; children: ReactNode }) {
  const { line = 'ink', meta, id, children } = props;
  return (
    <li id={id} className={classNames(styles.item, styles.note, styles[line])}>
      <span className={styles.knot}>
        <Knot />
      </span>
      <div className={styles.noteWords}>{children}</div>
      {meta ? <div className={styles.meta}>{meta}</div> : null}
    </li>
  );
}

/**
 * Several notes as one line, which opens by press and by key, and by the browser's own search.
 * `children`: `ThreadFolded`, one for each note.
 */
export function ThreadFold(props: { line?: ThreadLine; id?: string; summary: ReactNode; children: ReactNode }) {
  const { line = 'ink', id, summary, children } = props;
  return (
    <li id={id} className={classNames(styles.item, styles.fold, styles[line])}>
      <span className={styles.knot}>
        <Knot />
      </span>
      <details className={styles.folded}>
        <summary>
          <span className={styles.noteWords}>{summary}</span>
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
        </summary>
        <ol>{children}</ol>
      </details>
    </li>
  );
}

/** A note inside of a `ThreadFold`. */
export function ThreadFolded(props: { meta?: ReactNode; id?: string; children: ReactNode }) {
  return (
    <li id={props.id} className={styles.inside}>
      <div className={styles.noteWords}>{props.children}</div>
      <div className={styles.meta}>{props.meta}</div>
    </li>
  );
}

/** A line across the thread, with the heading of the part below it. */
export function ThreadDivider({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <li id={id} className={styles.divider}>
      <h2 className={styles.dividerWords}>{children}</h2>
    </li>
  );
}

/**
 * A numbered lead for the sections of a form, filled when its section is done. It is dashed,
 * because a draft is in pencil.
 */
export function ThreadMark({ isDone = false, children }: { isDone?: boolean; children: ReactNode }) {
  return <span className={classNames(styles.mark, isDone && styles.done)}>{children}</span>;
}

/** Draws the knot: a bow of 32 × 28 px, tied across the thread. */
function Knot() {
  return (
    <svg width="32" height="28" viewBox="0 0 32 28" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <path d="M14 14C12 10 8.6 8.6 6.2 8.9 3.8 9.3 2.9 11.6 3.4 14c.5 2.4 2.5 3.9 5 3.6 2.4-.3 4.6-1.7 5.6-3.6Z" />
      <path d="M18 14c2-4 5.4-5.4 7.8-5.1 2.4.4 3.3 2.7 2.8 5.1-.5 2.4-2.5 3.9-5 3.6-2.4-.3-4.6-1.7-5.6-3.6Z" />
      <rect x="13.5" y="11.5" width="5" height="6" rx="1.5" fill="currentColor" stroke="none" />
    </svg>
  );
}
