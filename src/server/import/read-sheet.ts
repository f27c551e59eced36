// Reads a sheet as town halls save it. Its text is UTF-8 with or without a byte order mark, UTF-16
// ("Texto Unicode") or Windows-1252. Its columns are divided by semicolon, comma or tab, and its
// first line has the titles in any spelling.

import { withoutGuard } from '#contract/csv.ts';
import { IMPORT_LINES_MAX, IMPORT_MAX_BYTES, type ImportReport, SHEET_DELIMITERS } from '#contract/import.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { problems } from '../reporting/errors.ts';

/**
 * A column of a sheet: its title in exports, and the other titles (`folded`) by which it is known.
 */
type Column = { readonly title: string; readonly known: readonly string[]; readonly required?: true };
export type Columns<Name extends string> = Readonly<Record<Name, Column>>;

export type SheetLine<Name extends string> = {
  readonly line: number;
  /** Texts without outer spaces. A column that the sheet does not have is absent. */
  readonly cells: Readonly<Partial<Record<Name, string>>>;
  /** Whether the line has more cells than there are titles. */
  readonly isLonger: boolean;
};

export type Sheet<Name extends string> = {
  readonly lines: readonly SheetLine<Name>[];
  /** Titles that name no known column. */
  readonly ignored: readonly string[];
  /** The columns that the sheet has. */
  readonly names: readonly Name[];
  readonly read: NonNullable<ImportReport['read']>;
};

const BREAKS = /\r\n?/g;
/**
 * Characters of one record. A quote that is never closed takes the rest of the file into its
 * record.
 */
const RECORD_MAX = 10_000;
/** The line by which Excel says which delimiter follows. */
const DELIMITER_LINE = /^"?sep=[;,\t]"?[^\S\n]*\n/i;
const CELLS_MAX = 50;
/**
 * Lines that are read, empty ones included: a spreadsheet saves thousands of them below its last
 * row.
 */
const RECORDS_MAX = 20_000;

/** Throws 422 on `file` when it can't be read as a sheet of these columns. */
export function readSheet<Name extends string>(bytes: Buffer, columns: Columns<Name>): Sheet<Name> {
  if (bytes.length > IMPORT_MAX_BYTES) throw refused('O arquivo passa de 1 MB. Divida a planilha em duas.');
  const decoded = decode(bytes);
  const whole = decoded.text.replace(BREAKS, '\n');
  if (whole.includes('\0')) throw refused(NOT_CSV);
  const hint = DELIMITER_LINE.exec(whole)?.[0] ?? '';
  const text = whole.slice(hint.length);
  const { delimiter, titles } = bestHeader(text, columns);
  const names = namesOf(titles, columns);
  guardColumns(names, columns);
  const offset = hint === '' ? 0 : 1;
  const records = parsed(text, { delimiter, offset, to: RECORDS_MAX });
  const lines = records.slice(1).filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (lines.length > IMPORT_LINES_MAX || records.length === RECORDS_MAX)
    throw refused(`A planilha passa de ${IMPORT_LINES_MAX} linhas. Divida-a em duas.`);
  if (lines.length === 0) throw refused('A planilha não tem nenhuma linha além dos títulos.');
  return {
    names: names.flatMap((name) => name ?? []),
    read: { encoding: decoded.encoding, delimiter },
    ignored: titles.filter((title, place) => names[place] === undefined && title !== ''),
    lines: lines.map(({ line, cells }) => ({
      line,
      isLonger: cells.slice(titles.length).some((cell) => cell !== ''),
      cells: Object.fromEntries(
        names.flatMap((name, place) => (name === undefined ? [] : [[name, withoutGuard(cells[place] ?? '')]])),
      ) as Partial<Record<Name, string>>,
    })),
  };
}

const NOT_CSV = 'O arquivo não é uma planilha CSV. No Excel, use “Salvar como” e escolha “CSV”.';

const refused = (sentence: string) => problems.invalid({ file: [sentence] });

type Decoded = { readonly text: string; readonly encoding: Sheet<string>['read']['encoding'] };

function decode(bytes: Buffer): Decoded {
  const utf16 = (order: 'utf-16le' | 'utf-16be'): Decoded => ({
    text: new TextDecoder(order).decode(bytes),
    encoding: 'utf-16',
  });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16('utf-16be');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/**
 * Small letters and digits alone, so that `Situação`, `SITUACAO` and `situação ` count as one
 * title.
 */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function bestHeader<Name extends string>(text: string, columns: Columns<Name>) {
  const read = SHEET_DELIMITERS.map((delimiter) => {
    const titles = firstRecord(text, delimiter);
    return { delimiter, titles, known: namesOf(titles, columns).filter((name) => name !== undefined).length };
  });
  const [best] = read.toSorted((one, other) => other.known - one.known);
  if (best === undefined || best.known === 0) {
    const wanted = Object.values<Column>(columns).map((column) => column.title);
    throw refused(`A primeira linha precisa ter os títulos das colunas: ${wanted.join(', ')}.`);
  }
  return best;
}

function firstRecord(text: string, delimiter: string): readonly string[] {
  try {
    return parsed(text, { delimiter, offset: 0, to: 1 })[0]?.cells ?? [];
  } catch {
    // The quotes may be right with another delimiter, and each delimiter is tried.
    return [];
  }
}

/** The column that each title names; undefined for an unknown title. */
function namesOf<Name extends string>(titles: readonly string[], columns: Columns<Name>): (Name | undefined)[] {
  const entries = Object.entries(columns) as [Name, Column][];
  return titles.map((title) => {
    const plain = folded(title);
    return entries.find(([, column]) => folded(column.title) === plain || column.known.includes(plain))?.[0];
  });
}

/** Throws 422 when a column appears twice, or a required one is missing. */
function guardColumns<Name extends string>(sheet: readonly (Name | undefined)[], columns: Columns<Name>): void {
  const twice = sheet.find((name, place) => name !== undefined && sheet.indexOf(name) !== place);
  if (twice !== undefined) throw refused(`A coluna “${columns[twice].title}” aparece duas vezes.`);
  const missing = (Object.entries(columns) as [Name, Column][]).filter(
    ([name, column]) => column.required === true && !sheet.includes(name),
  );
  if (missing.length === 0) return;
  throw refused(`Falta na planilha: ${missing.map(([, column]) => column.title).join(', ')}.`);
}

type ParsedLine = { readonly line: number; readonly cells: readonly string[] };

function parsed(text: string, how: { delimiter: string; offset: number; to: number }): ParsedLine[] {
  try {
    const records = parse(text, {
      delimiter: how.delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_MAX,
      bom: true,
      info: true,
      to: how.to,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return records.map(({ info, record }) => {
      if (record.length > CELLS_MAX) throw refused(`A linha ${info.lines} tem colunas demais.`);
      const within = record.join('').split('\n').length - 1;
      return { line: info.lines - within + how.offset, cells: record.map((cell) => cell.trim()) };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(brokenText(error));
  }
}

function brokenText(error: CsvError): string {
  const at = typeof error['lines'] === 'number' ? ` perto da linha ${error['lines']}` : '';
  return `As aspas ou o tamanho de uma célula não estão certos${at}. Abra o arquivo na planilha e salve-o de novo como CSV.`;
}

const STATUS = { title: 'Situação', known: ['status', 'ativo', 'ativa', 'estado'] };

export const SECTOR_COLUMNS = {
  acronym: { title: 'Sigla', known: ['sigladosetor', 'abreviatura'], required: true },
  name: { title: 'Nome', known: ['setor', 'nomedosetor', 'secretaria', 'descricao', 'unidade'], required: true },
  status: STATUS,
} as const satisfies Columns<string>;

export const PERSON_COLUMNS = {
  name: { title: 'Nome', known: ['nomecompleto', 'servidor', 'funcionario', 'primeironome'], required: true },
  last_name: { title: 'Sobrenome', known: ['ultimonome'] },
  email: { title: 'E-mail', known: ['correioeletronico', 'mail', 'enderecodeemail'], required: true },
  sector: { title: 'Setor', known: ['sigla', 'sigladosetor', 'lotacao', 'secretaria', 'unidade'] },
  roles: { title: 'Papel', known: ['papeis', 'perfil', 'permissao'] },
  status: STATUS,
  job_title: { title: 'Cargo', known: ['funcao', 'cargofuncao', 'cargooufuncao'] },
  registration: { title: 'Matrícula', known: ['matriculafuncional', 'registro', 'numerodamatricula'] },
} as const satisfies Columns<string>;
export type PersonColumn = keyof typeof PERSON_COLUMNS;

export const titlesOf = (columns: Columns<string>): string[] => Object.values(columns).map(({ title }) => title);

export const STATUS_WORD = { active: 'Ativo', inactive: 'Inativo' } as const;
/** Stands between the roles of one person in a cell. */
export const ROLE_DIVIDER = ' | ';
