import type { PERSON_COLUMNS } from './columns.ts';
import type { Person } from './read-people.ts';
import type { SheetLine } from './read-sheet.ts';

type Column = keyof typeof PERSON_COLUMNS;
type Names = { readonly name: string; readonly last_name: string };

/**
 * First and last name. A sheet without a column of last names has whole names, which are divided at
 * the first space; a person whose whole name is the same keeps theirs divided as it is.
 */
export function namesOfPerson(
  line: SheetLine<Column>,
  { cells, current }: { cells: Partial<Record<Column, string>>; current: Person | undefined },
): Names {
  const name = cells.name ?? '';
  if (line.cells.last_name !== undefined || name === '') {
    return { name: name === '' ? (current?.name ?? '') : name, last_name: cells.last_name ?? current?.last_name ?? '' };
  }
  if (current !== undefined && name === `${current.name} ${current.last_name}`) return current;
  const [first = '', ...rest] = name.split(/\s+/);
  return { name: first, last_name: rest.join(' ') };
}
