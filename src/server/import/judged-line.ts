// The report about one line of a sheet, and the rules of the forms applied to its cells.

import type { ImportLine, ImportReport } from '#contract/import.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import { validate } from '../http/forms/validate.ts';
import { HttpProblem } from '../reporting/errors.ts';
import { asStored } from '../commands/frame/stored-text.ts';
import type { Person } from './read-people.ts';
import { folded, type Columns, type Sheet, type SheetLine } from './read-sheet.ts';

/**
 * The report about a line, and the row that it will write; `written` is null when the line is
 * refused or changes nothing.
 */
export type JudgedLine<Written> = ImportLine & { readonly written: Written | null };

/** `missing`: active people whom the sheet does not name and whom its author may deactivate. */
export type Plan<Written> = {
  readonly report: ImportReport;
  readonly lines: readonly JudgedLine<Written>[];
  readonly missing?: readonly Person[];
};

/** Collects what is wrong with a line and what it changes. */
export class Judging<Name extends string> {
  readonly errors: ImportLine['errors'] = [];
  readonly changes: ImportLine['changes'] = [];
  readonly #columns: Columns<Name>;

  constructor(columns: Columns<Name>) {
    this.#columns = columns;
  }

  refuse(column: Name | '', message: string): void {
    this.errors.push({ column: column === '' ? '' : this.#columns[column].title, message });
  }

  /** Notes a change where the texts differ, and returns whether they do. */
  change(column: Name, from: string, to: string): boolean {
    if (from === to) return false;
    this.changes.push({ column: this.#columns[column].title, from, to });
    return true;
  }

  line<Written>(of: { line: number; label: string; isNew: boolean; written: () => Written }): JudgedLine<Written> {
    const { line, label, isNew } = of;
    const isRefused = this.errors.length > 0;
    const result = isRefused ? 'refused' : isNew ? 'new' : this.changes.length > 0 ? 'changed' : 'same';
    const written = result === 'new' || result === 'changed' ? of.written() : null;
    const changes = isNew || isRefused ? [] : this.changes;
    return { line, result, label, changes, errors: this.errors, written };
  }
}

/**
 * Judges fields, in their stored form (S25), by the schema of the form. Each refusal goes to the
 * column of its field.
 */
export function judgeFields<Name extends string, Entries extends v.ObjectEntries>(
  judging: Judging<Name>,
  asked: { schema: v.ObjectSchema<Entries, undefined>; fields: Partial<Record<Name, string>> },
): void {
  try {
    validate(asked.schema, asked.fields);
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    for (const [field, sentences] of Object.entries(error.body.errors ?? {}))
      judging.refuse(field as Name, sentences[0] ?? error.message);
  }
}

/**
 * The cells in the form in which forms store them (S25). Empty cells are left out, because an empty
 * cell changes nothing.
 */
export function storedCells<Name extends string>({ cells }: SheetLine<Name>): Partial<Record<Name, string>> {
  const stored = asStored<object>(cells) as Partial<Record<Name, string>>;
  return Object.fromEntries(Object.entries(stored).filter(([, text]) => text !== '')) as Partial<Record<Name, string>>;
}

const ACTIVE = new Set(['ativo', 'ativa', 'active', 'sim', 's', '1', 'true', 'verdadeiro']);
const INACTIVE = new Set([
  'inativo',
  'inativa',
  'inactive',
  'desativado',
  'desativada',
  'nao',
  'n',
  '0',
  'false',
  'falso',
]);

/**
 * The status that the cell names. Undefined when the cell is empty, and when its word is unknown,
 * which refuses the line.
 */
export function judgeStatus<Name extends string>(
  judging: Judging<Name | 'status'>,
  cell: string | undefined,
): ActiveStatus | undefined {
  if (cell === undefined) return undefined;
  const word = folded(cell);
  if (ACTIVE.has(word)) return 'active';
  if (INACTIVE.has(word)) return 'inactive';
  judging.refuse('status', 'Escreva Ativo ou Inativo.');
  return undefined;
}

export const LONGER_LINE =
  'A linha tem mais células do que títulos. Se um texto contém o separador, ele precisa estar entre aspas.';
export const repeatedText = (line: number): string => `Repetido: já está na linha ${line}.`;

/**
 * The plan of all lines. Its report has `conference`, a hash of the file and of every judged line,
 * by which the second request names this judgement (S209).
 */
export function planOf<Written>(
  lines: readonly JudgedLine<Written>[],
  of: { file: Buffer; sheet: Sheet<string>; columns: Columns<string> },
): Plan<Written> {
  const { sheet } = of;
  const told = lines.map(({ written: _written, ...line }, at) => {
    const cells = sheet.lines[at]?.cells ?? {};
    return { ...line, cells: sheet.names.map((name) => cells[name] ?? '') };
  });
  const counts = { refused: 0, new: 0, changed: 0, same: 0 };
  for (const { result } of lines) counts[result] += 1;
  const digest = createHash('sha256').update(of.file).update(JSON.stringify(lines));
  const report = {
    conference: digest.digest('base64url'),
    counts,
    columns: sheet.names.flatMap((name) => of.columns[name]?.title ?? []),
    read: sheet.read,
    ignored: [...sheet.ignored],
    lines: told,
  };
  return { report, lines };
}
