// A multipart form as one nested object, in the spellings the product's client uses: a[], a[0], a[0][b], a[b][].

export function nestedForm(form: FormData): { fields: Record<string, unknown>; files: File[] } {
  const fields: Record<string, unknown> = {};
  const files: File[] = [];
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') put(fields, { path: pathOf(name), value });
    else files.push(value);
  }
  return { fields, files };
}

function pathOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

type Container = Record<string, unknown> | unknown[];

function put(target: Container, { path, value }: { path: readonly string[]; value: string }): void {
  const [head = '', next] = path;
  const key = head === '' ? String((target as unknown[]).length) : head;
  const place = target as Record<string, unknown>;
  if (next === undefined) {
    place[key] = value;
    return;
  }
  place[key] ??= next === '' || /^\d+$/.test(next) ? [] : {};
  put(place[key] as Container, { path: path.slice(1), value });
}

export function numberOf(value: unknown): number {
  return Number(value);
}

export function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
