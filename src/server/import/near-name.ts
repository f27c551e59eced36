// What an unknown name in a sheet may have meant: the one known name that differs by a slip or two.

import { distance } from 'fastest-levenshtein';
import { folded } from './read-sheet.ts';

/** A longer text is no slip of the hand, and comparing it with every name would take long. */
const COMPARED_MAX = 100;
/** A sheet with more unknown names does not come from slips, and all others wait for the answer. */
const ASKED_MAX = 200;
/** One letter may differ for each three of the text, two at most. */
const LETTERS_A_SLIP = 3;
const SLIPS_MAX = 2;

/**
 * Finds the only nearest name; undefined where none is near, or several are as near. Accents,
 * capitals and signs do not count.
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
