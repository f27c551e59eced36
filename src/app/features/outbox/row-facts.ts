import type { CalendarDay } from '#domain/dates.ts';
import type { RowCommand } from '#mirror/store/row-commands.ts';
import type { Names } from '../../text/act-sentence.ts';
import { formatDay } from '../../text/format.ts';
import { joined } from '../../text/grammar.ts';
import { fieldName, ROW_NOUNS, valueWords } from '../../text/row-acts.ts';

/** What a command on rows sends: the rows by name, and the value of each field, in the words of the forms. */
export function rowFacts(command: RowCommand, names: Names): [string, string][] {
  const { collection } = command.payload;
  const noun =
    ROW_NOUNS[collection][command.type === 'create-row' || command.payload.row_keys.length === 1 ? 'one' : 'many'];
  const rows: [string, string][] =
    command.type === 'create-row' ? [] : [[capital(noun), joined([...command.payload.row_names])]];
  if (command.type === 'delete-rows') return rows;
  const fields = command.type === 'switch-rows' ? { status: command.payload.status } : command.payload.fields;
  const told = Object.entries(fields).map(([field, value]): [string, string] => [
    fieldName(field),
    valueText({ field, value, names }),
  ]);
  return [...rows, ...told];
}

function valueText({ field, value, names }: { field: string; value: unknown; names: Names }): string {
  if (field === 'delete_file_ids') return String((value as readonly number[]).length);
  if (Array.isArray(value)) return value.length === 0 ? 'Nenhum' : joined(value.map((id) => names.sector(Number(id))));
  if (value === null || value === '') return 'Nenhum';
  if (field === 'organization_id') return names.sector(Number(value));
  if (field === 'limit_date') return formatDay(value as CalendarDay);
  return valueWords(value) ?? (typeof value === 'number' ? String(value) : (value as string));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
