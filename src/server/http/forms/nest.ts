// Every spelling of a form becomes one nested object: `ids[]`, `ids[0]`, a repeated
// `ids`, `tags[0][title]`, `based_on[status]`. Used for query strings, urlencoded and multipart bodies alike.

import { NAME_MAX, VALUES_MAX } from './bounds.ts';

const MAX_DEPTH = 5;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export type Nested = { [key: string]: NestedValue };
export type NestedValue = string | NestedValue[] | Nested;

type Branch = Map<string, Branch | string[]>;

/** Nests the fields in their order. Throws RangeError when there are too many, they nest too deep or have endless names. */
export function nest(fields: Iterable<readonly [string, string]>): Nested {
  const root: Branch = new Map();
  let count = 0;
  for (const [name, value] of fields) {
    count += 1;
    if (count > VALUES_MAX) throw new RangeError('too many fields');
    place(root, { keys: keysOf(name), value });
  }
  return objectOf(root);
}

function keysOf(name: string): string[] {
  if (name.length > NAME_MAX) throw new RangeError('a name is too long');
  const [head = '', ...rest] = name.split('[');
  if (!rest.every((part) => part.endsWith(']'))) return [name];
  const keys = [head, ...rest.map((part) => part.slice(0, -1))];
  if (keys.length > MAX_DEPTH) throw new RangeError('fields nest too deep');
  return keys;
}

function place(root: Branch, field: { keys: readonly string[]; value: string }): void {
  if (field.keys.some((key) => FORBIDDEN.has(key))) return;
  let branch = root;
  for (const [position, key] of field.keys.entries()) {
    const name = key === '' && position > 0 ? String(branch.size) : key;
    const last = position === field.keys.length - 1;
    const existing = branch.get(name);
    if (last) {
      if (Array.isArray(existing)) existing.push(field.value);
      else if (existing === undefined) branch.set(name, [field.value]);
      else existing.set(String(existing.size), [field.value]);
      return;
    }
    if (existing instanceof Map) {
      branch = existing;
    } else {
      // `ids=1&ids[]=2`: the plain spelling's values become the list's first items.
      const next: Branch = new Map((existing ?? []).map((value, index) => [String(index), [value]]));
      branch.set(name, next);
      branch = next;
    }
  }
}

function objectOf(branch: Branch): Nested {
  return Object.fromEntries([...branch].map(([key, value]) => [key, valueOf(value)]));
}

function valueOf(value: Branch | string[]): NestedValue {
  if (Array.isArray(value)) return value.length === 1 ? (value[0] ?? '') : value;
  const keys = [...value.keys()];
  if (keys.length === 0 || !keys.every((key) => /^\d+$/.test(key))) return objectOf(value);
  return keys.sort((left, right) => Number(left) - Number(right)).map((key) => valueOf(value.get(key) ?? []));
}
