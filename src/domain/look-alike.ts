// The skeleton of a name, after UTS 39, so that no public body can pass for another one by a name
// that looks the same (S154). Names of bodies are written in Latin letters only, and names that
// look the same within that alphabet have one skeleton.

/** A letter of another alphabet than the Latin one, such as a Cyrillic A. */
const OTHER_ALPHABET = /(?!\p{Script=Latin})\p{L}/u;
const ACRONYM = /^[A-Z0-9]+$/;

/**
 * Latin letters and signs that NFKD does not decompose, each with the letters that it looks like.
 */
const LOOKS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '|': 'l',
  '!': 'l',
  i: 'l',
  ı: 'l',
  ɩ: 'l',
  ł: 'l',
  ƚ: 'l',
  ǀ: 'l',
  ø: 'o',
  ɵ: 'o',
  ᴏ: 'o',
  ɑ: 'a',
  ᴀ: 'a',
  ß: 'b',
  ƅ: 'b',
  đ: 'd',
  ð: 'd',
  ɡ: 'g',
  ħ: 'h',
  ĸ: 'k',
  ŋ: 'n',
  ƞ: 'n',
  '5': 's',
  ſ: 'f',
  ŧ: 't',
  ʋ: 'v',
  '2': 'z',
  æ: 'ae',
  œ: 'oe',
};
/** Pairs of letters that look like one letter. */
const TOGETHER: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

/**
 * The skeleton of a text. Two texts that a person may take for each other have the same skeleton;
 * case, marks, spaces and signs do not count.
 */
export function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const looks = [...plain]
    .map((character) => LOOKS[character] ?? character)
    .join('')
    .replace(/[^\p{L}\p{Nd}]/gu, '');
  return TOGETHER.reduce((seen, [pair, one]) => seen.replaceAll(pair, one), looks);
}

/** Whether all letters are of the Latin alphabet, with or without marks. */
export function isLatin(text: string): boolean {
  return !OTHER_ALPHABET.test(text);
}

/** Whether an acronym of a public body is made of A to Z and digits alone. */
export function isPlainAcronym(acronym: string): boolean {
  return ACRONYM.test(acronym);
}
