// Cells of a CSV that Excel in Portuguese opens right. A text that a spreadsheet would take for a
// formula gets an apostrophe before it, as OWASP advises, and an import takes that apostrophe away
// again.

const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
const NEEDS_QUOTES = /[";\r\n]/;
/** The mark of UTF-8 before a sheet. */
const MARK = '\uFEFF';

/** The text of a cell that an export may have guarded. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A whole sheet: the mark of UTF-8, semicolons, CRLF. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `${MARK}${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`;
}
