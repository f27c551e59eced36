/**
 * Finds `query` in `text`, ignoring case and accents ("mar" finds "Már"). Returns the range of the
 * match in the original string, as [start, end), or null. An empty query matches nothing.
 */
export function matchLetters(text: string, query: string): [number, number] | null {
  const wanted = foldLetters(query.trim());
  if (!wanted) return null;
  const folded: string[] = [];
  const origin: number[] = [];
  let offset = 0;
  for (const letter of text) {
    for (const unit of foldLetters(letter).split('')) {
      folded.push(unit);
      origin.push(offset);
    }
    offset += letter.length;
  }
  const at = folded.join('').indexOf(wanted);
  const start = origin[at];
  if (at < 0 || start === undefined) return null;
  return [start, origin[at + wanted.length] ?? text.length];
}

/**
 * Whether an option's text, its detail or its hidden search words contain `query`: an acronym
 * beside a name finds the option too.
 */
export function isFound(option: Words, query: string): boolean {
  return [option.text, option.detail, option.search].some((words = '') => matchLetters(words, query) !== null);
}

type Words = { readonly text: string; readonly detail?: string | undefined; readonly search?: string | undefined };

/** Lower case without accents, letter by letter; a combining mark alone becomes nothing. */
export function foldLetters(text: string): string {
  return [...text].map((letter) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()).join('');
}
