import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';
import { useWatched, watchedValue } from './watched-value.ts';

/** Words for screen readers only. */
export function VisuallyHidden(props: { as?: 'span' | 'div' | 'h2'; id?: string; children: ReactNode }) {
  const { as: Tag = 'span', id, children } = props;
  return (
    <Tag id={id} className={styles.hidden}>
      {children}
    </Tag>
  );
}

type Politeness = 'polite' | 'assertive';
type Announcement = { id: number; message: string; politeness: Politeness };

/**
 * Sentences that arrive together must all be heard, so each is added below the others, and all are
 * removed later.
 */
const spoken = watchedValue<readonly Announcement[]>([]);
let lastId = 0;
let sweep: ReturnType<typeof setTimeout> | undefined;
const sweepMs = 10_000;

/**
 * Makes screen readers read a sentence; callable from anywhere. `assertive` interrupts what is
 * being read.
 */
export function announce(message: string, politeness: Politeness = 'polite'): void {
  lastId += 1;
  spoken.set([...spoken.current().slice(-4), { id: lastId, message, politeness }]);
  clearTimeout(sweep);
  sweep = setTimeout(() => spoken.set([]), sweepMs);
}

/** Removes every sentence that has not been read yet. */
export function hush(): void {
  clearTimeout(sweep);
  spoken.set([]);
}

/**
 * The live regions. `KitProvider` mounts them once and empty, because a region inserted together
 * with its text is often not read. Dialogs do not make them inert.
 */
export function LiveRegions() {
  const all = useWatched(spoken);
  const lines = (politeness: Politeness) =>
    all.filter((one) => one.politeness === politeness).map(({ id, message }) => <p key={id}>{message}</p>);
  return (
    <div data-react-aria-top-layer="true" className={styles.hidden}>
      <div role="status" aria-live="polite" aria-atomic="false">
        {lines('polite')}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="false">
        {lines('assertive')}
      </div>
    </div>
  );
}
