// How Portuguese counts and lists.

/**
 * The words for a count. Zero is always explicit: Intl's rules for Portuguese say "0 documento".
 */
export type CountWords = { readonly zero: string; readonly one: string; readonly other: (count: number) => string };

export function plural(count: number, words: CountWords): string {
  if (count === 0) return words.zero;
  return count === 1 ? words.one : words.other(count);
}

/** `a`, `a e b`, `a, b e c`. */
export function joined(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} e ${words.at(-1)}`;
}
