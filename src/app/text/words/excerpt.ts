/**
 * The first words of a text, cut between two words, with … where more follows. The text has single
 * spaces only (plainTextOf).
 */
export function excerptOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const space = cut.lastIndexOf(' ');
  return `${space === -1 ? cut : cut.slice(0, space)}…`;
}

/**
 * The words around the place from `from` to `to` in a text, about `length` characters of them, cut
 * between words with … where something is left out. The text has single spaces only.
 */
export function excerptAround(
  text: string,
  { from, to, length }: { from: number; to: number; length: number },
): string {
  if (text.length <= length) return text;
  const before = Math.max(0, from - Math.floor((length - (to - from)) / 3));
  const start = before === 0 ? 0 : Math.min(from, text.indexOf(' ', before - 1) + 1 || from);
  const rest = text.slice(start);
  return `${start === 0 ? '' : '…'}${excerptOf(rest, Math.max(length, to - start))}`;
}
