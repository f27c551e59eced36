import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './thread.module.css';

/**
 * The line below an item: solid when registered, dashed while it exists only on this device, none
 * at the end.
 */
export type ThreadLine = 'ink' | 'pencil' | 'none';

/** The fio do trâmite: an ordered list joined by one line. */
export function Thread({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className={styles.thread}>
      {children}
    </ol>
  );
}

/**
 * A message on the thread. `lead` is its Avatar or number; a ring in the page's colour separates it
 * from the line.
 */
export function ThreadItem(props: { lead: ReactNode; line?: ThreadLine; id?: string; children: ReactNode }) {
  const { lead, line = 'ink', id, children } = props;
  return (
    <li id={id} className={classNames(styles.item, styles[line])}>
      <span className={styles.lead}>{lead}</span>
      <div className={styles.content}>{children}</div>
    </li>
  );
}

/** A knot marks that the document changed hands. `meta` stands at the right, on phones below. */
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
 * A numbered lead for the sections of a form, filled when its section is done. It is dashed,
 * because a draft is in pencil.
 */
export function ThreadMark({ isDone = false, children }: { isDone?: boolean; children: ReactNode }) {
  return <span className={classNames(styles.mark, isDone && styles.done)}>{children}</span>;
}

/** The bow tied across the thread, 32 × 28, loops at right angles to it. */
function Knot() {
  return (
    <svg width="32" height="28" viewBox="0 0 32 28" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <path d="M14 14C12 10 8.6 8.6 6.2 8.9 3.8 9.3 2.9 11.6 3.4 14c.5 2.4 2.5 3.9 5 3.6 2.4-.3 4.6-1.7 5.6-3.6Z" />
      <path d="M18 14c2-4 5.4-5.4 7.8-5.1 2.4.4 3.3 2.7 2.8 5.1-.5 2.4-2.5 3.9-5 3.6-2.4-.3-4.6-1.7-5.6-3.6Z" />
      <rect x="13.5" y="11.5" width="5" height="6" rx="1.5" fill="currentColor" stroke="none" />
    </svg>
  );
}
