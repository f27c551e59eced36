import { lineOf } from '#domain/text.ts';

export type IndexLine = {
  readonly folder: string;
  readonly title: string;
  readonly number: string;
  /** Name of the file; empty for a document whose files this device does not know. */
  readonly file: string;
  /** Whether the file is in the ZIP. */
  readonly isIn: boolean;
};

const BYTE_ORDER_MARK = '\u{FEFF}';

/**
 * The index of a ZIP for a Brazilian spreadsheet: semicolons, CRLF, a byte order mark, no formulas.
 */
export function indexCsv(lines: readonly IndexLine[]): string {
  const rows = [
    ['Documento', 'Título', 'Número físico', 'Arquivo', 'Situação'],
    ...lines.map((line) => [
      line.folder,
      line.title,
      line.number,
      line.file,
      line.isIn ? 'incluído' : 'não foi possível obter',
    ]),
  ];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
}

/**
 * One quoted line. A value that a spreadsheet would run as a formula gets an apostrophe, also when
 * invisible characters precede it.
 */
function cell(text: string): string {
  const line = lineOf(text);
  const safe = /^[=+\-@]/.test(line) ? `'${line}` : line;
  return `"${safe.replaceAll('"', '""')}"`;
}
