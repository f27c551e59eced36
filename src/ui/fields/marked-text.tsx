import { matchLetters } from './match-letters.ts';
import styles from '../overlays/list.module.css';

/** A text in which the letters that match the search are underlined. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const found = matchLetters(text, query);
  if (!found) return <span>{text}</span>;
  const [start, end] = found;
  return (
    <>
      <span>{text.slice(0, start)}</span>
      <span className={styles.match}>{text.slice(start, end)}</span>
      <span>{text.slice(end)}</span>
    </>
  );
}
