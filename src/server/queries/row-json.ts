/**
 * The JSON of a row that is kept as text, with what is added to it for one person and day: at least
 * one field, and none that the row has. The row has one too.
 */
export function rowJson(row: string, added: object): string {
  return `${JSON.stringify(added).slice(0, -1)},${row.slice(row.indexOf('{') + 1)}`;
}
