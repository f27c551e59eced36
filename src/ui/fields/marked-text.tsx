import { matchLetters } from './match-letters.ts';
import styles from '../overlays/list.module.css';

/** A text in which the letters that match the search are underlined. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const found = matchLetters(text, query);
  if (!found) return <>{text}</>;
  const [start, end] = found;
  return (
    <>
      {text.slice(0, start)}
      <span className={styles.match}>{text.slice(start, end)}</span>
      {text.slice(end)}
    </>
  );
}
