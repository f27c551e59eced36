import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Knot } from './knot.tsx';
import styles from './thread.module.css';

/** The thread below an item: solid when registered, dashed while only here, none at the end. */
export type ThreadLine = 'ink' | 'pencil' | 'none';

/** The fio do trâmite: an ordered list joined by one line. */
export function Thread({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className={styles.thread}>
      {children}
    </ol>
  );
}

/** A message on the thread; `lead` is its Avatar or number, cut out of the line by a ring of the page's colour. */
export function ThreadItem(props: { lead: ReactNode; line?: ThreadLine; id?: string; children: ReactNode }) {
  const { lead, line = 'ink', id, children } = props;
  return (
    <li id={id} className={classNames(styles.item, styles[line])}>
      <span className={styles.lead}>{lead}</span>
      <div className={styles.content}>{children}</div>
    </li>
  );
}

/** A knot: the document changed hands here. `meta` stands at the right, below on phones. */
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

/** A numbered lead for the sections of a form: dashed, because a draft is pencil. */
export function ThreadMark({ children }: { children: ReactNode }) {
  return <span className={styles.mark}>{children}</span>;
}
