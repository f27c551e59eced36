// Cells of a CSV that Excel in Portuguese opens correctly. An export puts an apostrophe before a
// text that a spreadsheet would take for a formula, as OWASP advises. An import takes that
// apostrophe away again.

const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
const NEEDS_QUOTES = /[";\r\n]/;
/** The byte order mark of UTF-8, with which a sheet begins. */
const MARK = '\uFEFF';

/** The text of a cell, without the apostrophe that an export may have put before it. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The text of a sheet: with a byte order mark, semicolons between cells, and CRLF after each row.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `${MARK}${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`;
}
