// What counts as text, and the one form in which names, acronyms, e-mails and passwords are stored
// and compared (S25). Everything here takes time in proportion to the length of the text.

/**
 * Characters that no font shows: what Unicode calls default ignorable (zero-width and bidirectional
 * characters, joiners, selectors, tags, fillers), controls, interlinear marks, and letters and
 * signs that are drawn blank.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{16fe4}\u{1d159}]+/gu;
/** One character that can be seen: neither white space nor a character that no font shows. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;
/**
 * Invisible characters to remove. Joiners and the selectors of emoji stay, because they shape their
 * neighbours. Tabs and line breaks stay for `lineOf` and `proseOf` to replace.
 */
const STRAY =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f|\t|\n|\r)[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
const LINE_BREAKS = /\r\n?|[\u2028\u2029]/g;
const SPACES = /\p{Zs}/gu;
/**
 * More marks in a row than any script has (UAX #15, stream-safe: 30). Normalization orders them in
 * a time that grows with the square of their number.
 */
const ENDLESS_MARKS = /\p{M}{31}/u;

/**
 * True when nothing of the text can be seen: it is empty, white space, or characters that no font
 * shows (rule C13).
 */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** The text in NFC. A text with more than 30 marks in a row stays as it is. */
export function composed(text: string): string {
  return ENDLESS_MARKS.test(text) ? text : text.normalize('NFC');
}

/** The text without characters that are not seen and join nothing. Line breaks and tabs stay. */
export function withoutStray(text: string): string {
  return text.replace(STRAY, '');
}

/**
 * A name or a title: one line in NFC, without control, bidirectional and other characters that are
 * not seen.
 */
export function lineOf(text: string): string {
  return written(text.replace(BREAKS, ' '));
}

/** A description or a reason: like a line, but with its line breaks, each as `\n`. */
export function proseOf(text: string): string {
  return written(text.replace(LINE_BREAKS, '\n'));
}

/**
 * A line without any character that is not seen, so that two acronyms that look the same are the
 * same.
 */
export function acronymOf(text: string): string {
  return composed(text.replace(BREAKS, ' ').replace(UNSEEN, '')).trim();
}

/** An e-mail address in its stored form. Upper and lower case stay; looking one up ignores them. */
export function emailOf(text: string): string {
  return acronymOf(text);
}

/**
 * A password in the form in which it is hashed: the OpaqueString of RFC 8265, but in NFKC (S25).
 */
export function opaquePassword(password: string): string {
  const spaced = password.replace(SPACES, ' ');
  return ENDLESS_MARKS.test(spaced) ? spaced : spaced.normalize('NFKC');
}

/**
 * True when the text holds a character that is invisible and joins nothing, so that a person could
 * not type the text again.
 */
export function hasStray(text: string): boolean {
  return text.search(STRAY) >= 0 || /[\t\n\r\u2028\u2029]/.test(text);
}

/** How many characters of the text can be seen or are spaces. */
export function lengthSeen(text: string): number {
  return [...text.replace(UNSEEN, '')].length;
}

function written(text: string): string {
  const clean = composed(text.replace(STRAY, '')).trim();
  return isBlank(clean) ? '' : clean;
}

/**
 * The beginning of a text, of at most `max` UTF-16 units, that ends between two characters as a
 * person sees them. A single character of more units is cut between two code points.
 */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  // Firefox has `Intl.Segmenter` from version 125 on; without it the cut is between two code
  // points.
  const { Segmenter } = Intl as Partial<typeof Intl>;
  // Whether a character ends at `max` depends on what comes before and on the one code point after.
  const seen = Segmenter && new Segmenter('pt-BR').segment(text.slice(0, max + 2)).containing(max)?.index;
  if (seen) return text.slice(0, seen);
  return text.slice(0, (text.codePointAt(max - 1) ?? 0) > 0xffff ? max - 1 : max);
}

let collator: Intl.Collator | null = null;

/**
 * The order of names in every list: case and accents do not matter, and "Escola 2" comes before
 * "Escola 10".
 */
export function compareNames(left: string, right: string): number {
  // Created on first use: the first collator of a page takes time, which a start that compares no
  // names need not spend (S147).
  collator ??= new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });
  return collator.compare(left, right);
}

/** Longest name of a shared tablet, in UTF-16 units. */
export const DEVICE_NAME_MAX = 60;

/**
 * The name that a person gives a shared tablet, as it is kept: one line, at most 60 units; empty
 * for none (S123).
 */
export function deviceNameOf(typed: string): string {
  return cutTo(lineOf(typed), DEVICE_NAME_MAX).trim();
}
