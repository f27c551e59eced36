import type { Due } from '../../text/words/document.ts';
import styles from './due-line.module.css';

/** `Vence em 4 dias` in its tone. The words carry the meaning; the colour only repeats it. */
export function DueLine({ due, isStrong = true }: { due: Due; isStrong?: boolean }) {
  return <span className={`${styles[due.tone] ?? ''} ${isStrong ? (styles.strong ?? '') : ''}`}>{due.text}</span>;
}
