// The words by which documents of the index are found. Each word stands once for all documents of some columns, so that a search
// looks for its words among those and then compares numbers.

import { columnOf, type NumberColumn, type WordColumns } from '../store/index-columns.ts';

/** Searches remembered: those of what is being typed. */
const MASKS_KEPT = 8;

export class EntryWords {
  readonly columns: WordColumns;
  /** How long each word of `all` is. */
  #lengths: NumberColumn | undefined;
  readonly #masks = new Map<string, Uint8Array>();

  constructor(columns: WordColumns) {
    this.columns = columns;
  }

  /** Whether a folded word, or a part of one, is among those of the document at `place`. */
  has(place: number, token: string): boolean {
    return holds(this.placesOf(place).words, this.#maskOf(token));
  }

  /** The same for the words of its title. */
  hasInTitle(place: number, token: string): boolean {
    const { words, title } = this.placesOf(place);
    return holds(words.subarray(0, title), this.#maskOf(token));
  }

  /** The places in `all` of a document's words; `title`: how many of them, the first ones, are those of its title. */
  placesOf(place: number): { words: NumberColumn; title: number } {
    const { places, starts, titles } = this.columns;
    return { words: places.subarray(starts[place], starts[place + 1]), title: titles[place] ?? 0 };
  }

  /** The words of `all`. */
  list(): string[] {
    return this.columns.all.split('\n');
  }

  /** Which words hold the token, a bit for each. */
  #maskOf(token: string): Uint8Array {
    const known = this.#masks.get(token);
    if (known !== undefined) return known;
    if (this.#masks.size === MASKS_KEPT) this.#masks.clear();
    const { all } = this.columns;
    this.#lengths ??= columnOf(this.list().map((one) => one.length));
    const mask = new Uint8Array((this.#lengths.length >> 3) + 1);
    let word = -1;
    let end = -1;
    for (let found = all.indexOf(token); found !== -1; found = all.indexOf(token, end)) {
      while (end <= found) {
        word += 1;
        end += (this.#lengths[word] ?? 0) + 1;
      }
      mask[word >> 3] = (mask[word >> 3] ?? 0) | (1 << (word & 7));
    }
    this.#masks.set(token, mask);
    return mask;
  }
}

function holds(words: NumberColumn, mask: Uint8Array): boolean {
  for (const word of words) if (((mask[word >> 3] ?? 0) & (1 << (word & 7))) !== 0) return true;
  return false;
}
