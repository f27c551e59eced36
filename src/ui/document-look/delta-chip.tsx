import { VisuallyHidden } from '../base/visually-hidden.tsx';
import styles from './delta-chip.module.css';

/**
 * The difference that unsent work on this device makes to a number, in pencil: "+1". `spoken` is
 * read to screen readers: "e mais 1 ainda não enviado".
 */
export function DeltaChip({ delta, spoken }: { delta: number; spoken: string }) {
  if (delta === 0) return null;
  return (
    <span className={styles.delta}>
      <span aria-hidden>{delta > 0 ? `+${delta}` : `\u2212${-delta}`}</span>
      <VisuallyHidden>, {spoken}</VisuallyHidden>
    </span>
  );
}
