/**
 * The beginning of a text, of at most `max` UTF-16 units, that ends between two characters as a
 * person sees them. A single character of more units is cut between two code points.
 */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  // Firefox has it from version 125 on; before that, the cut is between two code points.
  const { Segmenter } = Intl as Partial<typeof Intl>;
  // Whether a character ends there depends on what comes before and on the one code point after.
  const seen = Segmenter && new Segmenter('pt-BR').segment(text.slice(0, max + 2)).containing(max)?.index;
  if (seen) return text.slice(0, seen);
  return text.slice(0, (text.codePointAt(max - 1) ?? 0) > 0xffff ? max - 1 : max);
}
