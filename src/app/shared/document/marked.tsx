import { matchLetters } from '#ui/fields/match-letters.ts';
import styles from './marked.module.css';

/**
 * A text in which the letters of each word of the search are underlined, whatever their accents and
 * case.
 */
export function Marked({ text, query }: { text: string; query: string }) {
  const parts = markedParts(text, query);
  return parts.map(({ start, words, isMatch }) =>
    isMatch ? (
      <mark key={start} className={styles.match}>
        {words}
      </mark>
    ) : (
      <span key={start}>{words}</span>
    ),
  );
}

type Part = { readonly start: number; readonly words: string; readonly isMatch: boolean };

/** The text cut where a match begins or ends; the parts together are the text. */
export function markedParts(text: string, query: string): Part[] {
  const marked = new Set<number>();
  for (const word of query.split(/\s+/)) {
    const found = matchLetters(text, word);
    for (let at = found?.[0] ?? 0; at < (found?.[1] ?? 0); at += 1) marked.add(at);
  }
  const parts: Part[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && marked.has(at) === marked.has(start)) continue;
    parts.push({ start, words: text.slice(start, at), isMatch: marked.has(start) });
    start = at;
  }
  return parts;
}
