/** Anyone with a name in two parts. */
export type Named = { readonly name: string; readonly last_name: string };

export function fullName(person: Named): string {
  return `${person.name} ${person.last_name}`.trim();
}

/** First given name and last surname, where the whole name would be too long. */
export function shortName(person: Named): string {
  const first = person.name.split(' ')[0] ?? person.name;
  const last = person.last_name.split(' ').at(-1) ?? '';
  return `${first} ${last}`.trim();
}
