// The words by which a document of the index is found. In an index that was stored each word stands once for all documents, and a
// search looks for its words among those.

import type { StoredWords } from '../store/rows.ts';

export type EntryWords = {
  /** Whether a folded word, or a part of one, is among those of the document at `place`. */
  has(place: number, token: string): boolean;
  /** All words of the document, between spaces. */
  text(place: number): string;
};

/** Searches remembered: those of what is being typed. */
const MASKS_KEPT = 8;

/** The words of a document whose text has just been read. */
export function wordsOf(text: string): EntryWords {
  return { has: (_place, token) => text.includes(token), text: () => text };
}

/** The words of all documents of a stored index. */
export function storedWordsOf({ all, places, starts }: StoredWords): EntryWords {
  const words = all.split('\n');
  const masks = new Map<string, Uint8Array>();
  const maskOf = (token: string): Uint8Array => {
    const known = masks.get(token);
    if (known !== undefined) return known;
    if (masks.size === MASKS_KEPT) masks.clear();
    const mask = Uint8Array.from(words, (word) => (word.includes(token) ? 1 : 0));
    masks.set(token, mask);
    return mask;
  };
  return {
    has(place, token) {
      const mask = maskOf(token);
      const end = starts[place + 1] ?? 0;
      for (let at = starts[place] ?? 0; at < end; at += 1) if (mask[places[at] ?? 0] === 1) return true;
      return false;
    },
    text: (place) => Array.from(places.subarray(starts[place], starts[place + 1]), (at) => words[at] ?? '').join(' '),
  };
}
