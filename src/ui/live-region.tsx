import { useSyncExternalStore } from 'react';
import styles from './visually-hidden.module.css';

type Politeness = 'polite' | 'assertive';
type Spoken = Record<Politeness, string>;

/** Two regions that stand empty from the start: a region inserted together with its text is often not read. */
let spoken: Spoken = { polite: '', assertive: '' };
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Has a sentence read by screen readers, from anywhere. The same sentence twice in a row is told apart by an
 * invisible character, else the second would be silent.
 */
export function announce(message: string, politeness: Politeness = 'polite'): void {
  const repeated = spoken[politeness] === message;
  spoken = { ...spoken, [politeness]: repeated ? `${message}\u00a0` : message };
  for (const listener of listeners) listener();
}

/** The regions themselves, mounted once by `KitProvider`; dialogs do not make them inert. */
export function LiveRegions() {
  const { polite, assertive } = useSyncExternalStore(subscribe, () => spoken);
  return (
    <div data-react-aria-top-layer="true" className={styles.hidden}>
      <div role="status" aria-live="polite" aria-atomic="true">
        {polite}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="true">
        {assertive}
      </div>
    </div>
  );
}
