// The words by which documents of the index are found. Each line of them, a word or a name, stands once for all documents of some
// columns, so that a search looks for its words among those and then compares numbers.

import { columnOf, type NumberColumn, type WordColumns } from '../store/index-columns.ts';

/** Searches remembered: those of what is being typed. */
const MASKS_KEPT = 8;

export class EntryWords {
  readonly columns: WordColumns;
  /** How long each line of `all` is. */
  #lengths: NumberColumn | undefined;
  readonly #masks = new Map<string, Uint8Array>();

  constructor(columns: WordColumns) {
    this.columns = columns;
  }

  /** Whether a folded word, or a part of one, is among those of the document at `place`. */
  has(place: number, token: string): boolean {
    return holds(this.placesOf(place).lines, this.#maskOf(token));
  }

  /** The same for the words of its title. */
  hasInTitle(place: number, token: string): boolean {
    const { lines, title } = this.placesOf(place);
    return holds(lines.subarray(0, title), this.#maskOf(token));
  }

  /** The places in `all` of a document's lines; `title`: how many of them, the first ones, are the words of its title. */
  placesOf(place: number): { lines: NumberColumn; title: number } {
    const { places, starts, titles } = this.columns;
    return { lines: places.subarray(starts[place], starts[place + 1]), title: titles[place] ?? 0 };
  }

  /** The lines of `all`. */
  list(): string[] {
    return this.columns.all.split('\n');
  }

  /** Which lines hold the token, a bit for each. */
  #maskOf(token: string): Uint8Array {
    const known = this.#masks.get(token);
    if (known !== undefined) return known;
    if (this.#masks.size === MASKS_KEPT) this.#masks.clear();
    const { all } = this.columns;
    this.#lengths ??= columnOf(this.list().map((one) => one.length));
    const mask = new Uint8Array((this.#lengths.length >> 3) + 1);
    let line = -1;
    let end = -1;
    for (let found = all.indexOf(token); found !== -1; found = all.indexOf(token, end)) {
      while (end <= found) {
        line += 1;
        end += (this.#lengths[line] ?? 0) + 1;
      }
      mask[line >> 3] = (mask[line >> 3] ?? 0) | (1 << (line & 7));
    }
    this.#masks.set(token, mask);
    return mask;
  }
}

function holds(lines: NumberColumn, mask: Uint8Array): boolean {
  for (const line of lines) if (((mask[line >> 3] ?? 0) & (1 << (line & 7))) !== 0) return true;
  return false;
}
