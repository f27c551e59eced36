// The signs of list items as a browser draws them. The stored list knows only two: `1.`, `2.` … and
// a bullet.

/**
 * What an item counts in, by the name of CSS or by the `type` of HTML. Others count as `1.` does.
 */
const KINDS: Readonly<Record<string, (value: number) => string>> = {
  a: lettersOf,
  'lower-alpha': lettersOf,
  'lower-latin': lettersOf,
  A: (value) => lettersOf(value).toUpperCase(),
  'upper-alpha': (value) => lettersOf(value).toUpperCase(),
  'upper-latin': (value) => lettersOf(value).toUpperCase(),
  i: romanOf,
  'lower-roman': romanOf,
  I: (value) => romanOf(value).toUpperCase(),
  'upper-roman': (value) => romanOf(value).toUpperCase(),
  'decimal-leading-zero': (value) => String(value).padStart(2, '0'),
};

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

/** The number of an item, as its kind of list writes it. */
export function countedAs(kind: string, value: number): string {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind]?.(value) ?? String(value)) : String(value);
}

/** The sign that the stored list shows for the item at an index. */
export function storedSign(index: number): string {
  return `${index + 1}.`;
}

/** a … z, aa, ab … Below one there are no letters. */
function lettersOf(value: number): string {
  if (value < 1) return String(value);
  let letters = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCodePoint(97 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function romanOf(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let [letters, rest] = ['', value];
  for (const [worth, sign] of ROMAN) {
    while (rest >= worth) [letters, rest] = [letters + sign, rest - worth];
  }
  return letters;
}
