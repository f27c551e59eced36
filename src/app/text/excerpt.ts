/**
 * The first words of a text, cut between two words, with … where more follows. The text has single spaces only
 * (plainTextOf).
 */
export function excerptOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const space = cut.lastIndexOf(' ');
  return `${space === -1 ? cut : cut.slice(0, space)}…`;
}
