import styles from './visually-hidden.module.css';
import { useWatched, watchedValue } from './watched-value.ts';

type Politeness = 'polite' | 'assertive';
type Spoken = { id: number; message: string; politeness: Politeness };

/** Sentences that come together must all be heard, so they are added one below the other, and swept away later. */
const spoken = watchedValue<readonly Spoken[]>([]);
let lastId = 0;
let sweep: ReturnType<typeof setTimeout> | undefined;
const sweepMs = 10_000;

/** Has a sentence read by screen readers, from anywhere; `assertive` interrupts. */
export function announce(message: string, politeness: Politeness = 'polite'): void {
  lastId += 1;
  spoken.set([...spoken.current().slice(-4), { id: lastId, message, politeness }]);
  clearTimeout(sweep);
  sweep = setTimeout(() => spoken.set([]), sweepMs);
}

/** Nothing is left to be read. */
export function hush(): void {
  clearTimeout(sweep);
  spoken.set([]);
}

/**
 * The regions themselves, mounted once by `KitProvider`, empty from the start: a region inserted together with its
 * text is often not read. Dialogs do not make them inert.
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
