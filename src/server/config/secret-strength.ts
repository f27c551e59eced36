// How hard a configured secret is to guess, as a careful estimate in bits: what a person makes up
// (words, years, rows of the keyboard, repetitions) counts little, whatever its length, and what a
// generator made counts nearly in full.

/** A secret with fewer bits is refused. 128 random bits in hexadecimal are judged at about 105. */
export const SECRET_BITS_MIN = 64;

const WORD_BITS = 11;
const LETTER_OF_WORDS_BITS = 2;
const NEIGHBOUR_BITS = 1;
const SIGN_BITS = 5;
/** Letters that a person would write in one go: `Prefeitura`, `prefeitura`, `PREFEITURA`. */
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Nd}+|[^\p{L}\p{Nd}]/gu;
const VOWELS = /[aeiouyà-ü]/gi;
/** No word of Portuguese or English has so many consonants in a row. */
const NO_WORD = /[^aeiouyà-ü]{5}/i;
/**
 * Characters in the order of the keyboard; what stands beside each other is typed without a choice.
 */
const KEYBOARD = 'qwertyuiop asdfghjkl zxcvbnm 1234567890';

/** The estimate for a secret. */
export function bitsOf(secret: string): number {
  const seen = new Set<string>();
  let bits = 0;
  for (const [part] of withoutRepeats(secret).matchAll(PARTS)) {
    const known = part.toLowerCase();
    const isRepeated = seen.has(known) && (part.length > 2 || !/[\p{L}\p{Nd}]/u.test(part));
    seen.add(known);
    if (!isRepeated) bits += bitsOfPart(known);
  }
  return bits;
}

/** The text without what has stood in it before, three characters or more at a time. */
function withoutRepeats(text: string): string {
  const lower = text.toLowerCase();
  return [...text]
    .filter((_character, place) => place < 2 || lower.slice(0, place).indexOf(lower.slice(place - 2, place + 1)) < 0)
    .join('');
}

function bitsOfPart(part: string): number {
  if (!/^[\p{L}\p{Nd}]/u.test(part)) return SIGN_BITS;
  const each = Math.log2(/^\p{Nd}/u.test(part) ? 10 : 26);
  const characters = [...part];
  const asTyped = characters
    .map((character, place) => (follows(characters[place - 1], character) ? NEIGHBOUR_BITS : each))
    .reduce((sum, bits) => sum + bits, 0);
  const asWords = part.length > 12 ? part.length * LETTER_OF_WORDS_BITS : WORD_BITS;
  return looksWritten(part) ? Math.min(asTyped, asWords) : asTyped;
}

/** Whether letters have as many vowels as words have, and nowhere too many consonants. */
function looksWritten(part: string): boolean {
  const vowels = part.match(VOWELS)?.length ?? 0;
  return part.length > 3 && vowels * 3 >= part.length && !NO_WORD.test(part);
}

/**
 * Whether a character repeats the one before it, or is its neighbour in the alphabet, among digits
 * or on the keyboard.
 */
function follows(before: string | undefined, character: string): boolean {
  if (before === undefined) return false;
  const [first, second] = [KEYBOARD.indexOf(before), KEYBOARD.indexOf(character)];
  const step = Math.abs((character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0));
  return step <= 1 || (first >= 0 && second >= 0 && Math.abs(first - second) === 1);
}
