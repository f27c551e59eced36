// Guesses which known name an unknown one in a sheet misspells: the only known name that differs by
// one or two letters.

import { distance } from 'fastest-levenshtein';
import { folded } from './read-sheet.ts';

/** Characters. A longer text is no typing error, and comparing it with every name takes long. */
const COMPARED_MAX = 100;
/**
 * Different unknown names that one sheet may compare. More of them are no typing errors, and
 * comparing them would keep all other requests waiting.
 */
const ASKED_MAX = 200;
/** One letter may differ for each three letters of the text, and two at most. */
const LETTERS_A_SLIP = 3;
const SLIPS_MAX = 2;

/**
 * Returns a function that finds the one known name nearest to a text; undefined when none is near,
 * or several are equally near. Accents, capitals and signs do not count.
 */
export function nearName(names: readonly string[]): (text: string) => string | undefined {
  const known = new Map(names.map((name) => [folded(name), name]));
  const found = new Map<string, string | undefined>();
  return (text) => {
    const key = folded(text);
    if (!found.has(key) && found.size < ASKED_MAX) found.set(key, nearest(key, known));
    return found.get(key);
  };
}

function nearest(key: string, known: ReadonlyMap<string, string>): string | undefined {
  if (key.length > COMPARED_MAX) return undefined;
  let slips = Math.min(SLIPS_MAX, Math.floor(key.length / LETTERS_A_SLIP));
  let near: string[] = [];
  for (const [one, name] of known) {
    if (Math.abs(one.length - key.length) > slips) continue;
    const apart = distance(key, one);
    if (apart > slips) continue;
    near = apart < slips ? [name] : [...near, name];
    slips = apart;
  }
  return near.length === 1 ? near[0] : undefined;
}
