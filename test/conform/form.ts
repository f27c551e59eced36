/**
 * A form as the product writes it: a list is spelled `name[]`, an object `name[key]`. Null and
 * undefined are left out.
 */
export function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of pairsOf('', fields as Value)) form.append(name, value);
  return form;
}

type Value = string | number | null | undefined | readonly Value[] | { readonly [name: string]: Value };

function pairsOf(name: string, value: Value): [name: string, value: string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  if (value instanceof Array) return value.flatMap((item) => pairsOf(`${name}[]`, item));
  return Object.entries(value).flatMap(([key, item]) => pairsOf(name === '' ? key : `${name}[${key}]`, item));
}
