import { useSyncExternalStore } from 'react';
import styles from './visually-hidden.module.css';

type Politeness = 'polite' | 'assertive';
type Spoken = { id: number; message: string; politeness: Politeness };

/** Sentences that come together must all be heard, so they are added one below the other, and swept away later. */
let spoken: readonly Spoken[] = [];
let lastId = 0;
let sweep: ReturnType<typeof setTimeout> | undefined;
const sweepMs = 10_000;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Spoken[]): void {
  spoken = next;
  for (const listener of listeners) listener();
}

/** Has a sentence read by screen readers, from anywhere; `assertive` interrupts. */
export function announce(message: string, politeness: Politeness = 'polite'): void {
  lastId += 1;
  set([...spoken.slice(-4), { id: lastId, message, politeness }]);
  clearTimeout(sweep);
  sweep = setTimeout(() => set([]), sweepMs);
}

/** Nothing is left to be read. */
export function hush(): void {
  clearTimeout(sweep);
  set([]);
}

/**
 * The regions themselves, mounted once by `KitProvider`, empty from the start: a region inserted together with its
 * text is often not read. Dialogs do not make them inert.
 */
export function LiveRegions() {
  const all = useSyncExternalStore(subscribe, () => spoken);
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
