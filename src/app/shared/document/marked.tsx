import { foundPlaces } from '#domain/search.ts';
import styles from './marked.module.css';

/** A text with the matches of a search underlined, by the matching of the search itself. */
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
  for (const [from, to] of foundPlaces(text, query)) for (let at = from; at < to; at += 1) marked.add(at);
  const parts: Part[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && marked.has(at) === marked.has(start)) continue;
    parts.push({ start, words: text.slice(start, at), isMatch: marked.has(start) });
    start = at;
  }
  return parts;
}
