/**
 * A line whose spaces are all shown, written so that HTML shows them too: tabs are four spaces, and
 * a space that HTML would swallow does not break.
 */
export function keptSpaces(line: string, isAtStart: boolean): string {
  let isAfterSpace = isAtStart;
  let kept = '';
  for (const letter of line.replaceAll('\t', '    ')) {
    const shown = letter === ' ' && isAfterSpace ? '\u00a0' : letter;
    isAfterSpace = shown === ' ';
    kept += shown;
  }
  return kept;
}
