import { cutTo } from '#domain/text.ts';
import { SEARCH_NAME_MAX } from '#mirror/keep/saved-searches.ts';

/**
 * Makes the name of a search from `words`, cut to the longest name allowed. When `taken` has that
 * name, the next free number is added.
 */
export function freeName(words: string, taken: readonly string[]): string {
  const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? '' : ` ${number}`;
    const proposed = `${cutTo(name, SEARCH_NAME_MAX - mark.length)}${mark}`;
    if (!taken.includes(proposed)) return proposed;
  }
}
