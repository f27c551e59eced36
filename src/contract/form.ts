// A form on the wire: pairs of names and texts. The schema of a request says how its fields are
// spelled in pairs, and what the texts of pairs mean. Writing a form and reading it again gives the
// same fields (property in form.test.ts).

import type * as v from 'valibot';

export type FormPair = readonly [name: string, value: string];

/**
 * The most pairs of a form; one with more is refused. A bulk call has 500 ids and few other fields.
 */
export const PAIRS_MAX = 2000;
/** The longest name of a field, brackets included. */
export const NAME_MAX = 200;
const DEPTH_MAX = 5;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The input type of a schema, or of any part of it. null means absent, because a form can't express
 * null.
 */
type Fields<Value> = Value extends readonly (infer Item)[]
  ? readonly Fields<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Fields<Value[Key]> | null | undefined }
    : Value;

/**
 * The pairs of `fields`, in the order of the schema's entries. Fields that the schema does not know
 * are left out. Lists of ids are spelled `name[]`, other lists `name[n]`, objects `name[key]`. An
 * empty list has no pair.
 */
export function pairsOf<Schema extends v.GenericSchema>(
  schema: Schema,
  fields: Fields<v.InferInput<Schema>>,
): FormPair[] {
  return pairsOfEntries(schema as unknown as SchemaLike, { name: '', value: fields });
}

/**
 * The pairs of a change, in which an absent field stays as it is. A field that is present and empty
 * (null, or an empty list) becomes an empty text, so that a change can empty it.
 */
export function changePairsOf<Schema extends v.GenericSchema>(
  schema: Schema,
  fields: Fields<v.InferInput<Schema>>,
): FormPair[] {
  const emptied = Object.entries(fields as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return [...pairsOf(schema, fields), ...emptied.map(([name]): FormPair => [name, ''])];
}

/**
 * The fields that the pairs spell, in the types that `schema` wants. Validating them is the
 * schema's part. Throws like `nest`.
 * @internal
 */
export function fieldsOf(schema: v.GenericSchema, pairs: Iterable<FormPair>): unknown {
  return coerce(schema, nest(pairs));
}

type NamedValue = { readonly name: string; readonly value: unknown };

function pairsOfEntries(schema: SchemaLike, { name, value }: NamedValue): FormPair[] {
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(schema.entries ?? {}).flatMap(([key, entry]) =>
    pairsOfValue(entry, { name: name === '' ? key : `${name}[${key}]`, value: fields[key] }),
  );
}

function pairsOfValue(schema: SchemaLike, { name, value }: NamedValue): FormPair[] {
  if (value === null || value === undefined) return [];
  if (schema.wrapped !== undefined) return pairsOfValue(schema.wrapped, { name, value });
  if (schema.entries !== undefined) return pairsOfEntries(schema, { name, value });
  const { item } = schema;
  if (item === undefined) return [[name, textOf(value as string | number | boolean)]];
  return (value as readonly unknown[]).flatMap((one, place) =>
    pairsOfValue(item, { name: item.type === 'number' ? `${name}[]` : `${name}[${place}]`, value: one }),
  );
}

function textOf(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}

export type NestedFields = { [key: string]: NestedValue };
export type NestedValue = string | NestedValue[] | NestedFields;

type Branch = Map<string, Branch | string[]>;

/**
 * One nested object of texts, from every spelling that clients use: `ids[]`, `ids[0]`, a repeated
 * `ids`, `tags[0][title]`, `based_on[status]`. Keeps the order of the pairs. Throws RangeError when
 * there are too many, they nest too deep, or a name is too long.
 */
export function nest(pairs: Iterable<FormPair>): NestedFields {
  const root: Branch = new Map();
  let count = 0;
  for (const [name, value] of pairs) {
    count += 1;
    if (count > PAIRS_MAX) throw new RangeError('too many fields');
    place(root, { keys: keysOf(name), value });
  }
  return objectOf(root);
}

function keysOf(name: string): string[] {
  if (name.length > NAME_MAX) throw new RangeError('a name is too long');
  const [head = '', ...rest] = name.split('[');
  if (!rest.every((part) => part.endsWith(']'))) return [name];
  const keys = [head, ...rest.map((part) => part.slice(0, -1))];
  if (keys.length > DEPTH_MAX) throw new RangeError('fields nest too deep');
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
      // `ids=1&ids[]=2`: the values of the plain spelling become the first items of the list.
      const next: Branch = new Map((existing ?? []).map((value, index) => [String(index), [value]]));
      branch.set(name, next);
      branch = next;
    }
  }
}

function objectOf(branch: Branch): NestedFields {
  return Object.fromEntries([...branch].map(([key, value]) => [key, valueOf(value)]));
}

function valueOf(value: Branch | string[]): NestedValue {
  if (Array.isArray(value)) return value.length === 1 ? (value[0] ?? '') : value;
  const keys = [...value.keys()];
  if (keys.length === 0 || !keys.every((key) => /^\d+$/.test(key))) return objectOf(value);
  return keys.sort((left, right) => Number(left) - Number(right)).map((key) => valueOf(value.get(key) ?? []));
}

/** The parts of a valibot schema that this module reads. */
export type SchemaLike = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaLike>>;
  readonly item?: SchemaLike;
  readonly wrapped?: SchemaLike;
};

const TRUE = new Set(['1', 'true', 'on', 'sim']);
const FALSE = new Set(['0', 'false', 'off', 'não', 'nao', '']);
const DIGITS = /^-?\d{1,16}$/;
const DECIMAL = /^-?\d{1,16}\.\d{1,10}$/;

/**
 * Returns `value` with its texts turned into the types of `schema` where their meaning is clear,
 * and everything else unchanged. Forms carry only text: "1" is a number, a tick or a list of one
 * item, depending on the schema. All routes and content types use this function. It does not
 * validate.
 */
export function coerce(schema: unknown, value: unknown): unknown {
  return coerceTo(schema as SchemaLike, value);
}

function coerceTo(schema: SchemaLike, value: unknown): unknown {
  switch (schema.type) {
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
      return coerceWrapped(schema, { value, empty: undefined });
    case 'nullable':
    case 'nullish':
      return coerceWrapped(schema, { value, empty: null });
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return coerceObject(schema, value);
    case 'array':
      return coerceList(schema, value);
    case 'number':
      return coerceNumber(lastOf(value));
    case 'boolean':
      return coerceBoolean(lastOf(value));
    case 'string':
    case 'picklist':
      return lastOf(value);
    default:
      return value;
  }
}

/**
 * Says what an empty text means for an optional value. A text stays empty, or becomes null where
 * null is allowed. A tick or a list is read as usual. Any other value becomes null where null is
 * allowed, and "not given" elsewhere.
 */
function coerceWrapped(schema: SchemaLike, given: { value: unknown; empty: null | undefined }): unknown {
  const inner = schema.wrapped;
  if (inner === undefined || given.value === null || given.value === undefined) return given.value;
  if (given.value === '') {
    const innermost = innermostOf(inner);
    const nullable = schema.type !== 'optional' || inner.type === 'nullable' || inner.type === 'nullish';
    if (innermost.type !== 'string' && innermost.type !== 'boolean' && innermost.type !== 'array') {
      return nullable ? null : undefined;
    }
    if (innermost.type === 'string' && nullable) return null;
  }
  return coerceTo(inner, given.value);
}

function innermostOf(schema: SchemaLike): SchemaLike {
  return schema.wrapped === undefined ? schema : innermostOf(schema.wrapped);
}

function coerceObject(schema: SchemaLike, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = schema.entries ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => {
      const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
      return [key, entry === undefined ? own : coerceTo(entry, own)];
    }),
  );
}

function coerceList(schema: SchemaLike, value: unknown): unknown {
  const items = value === '' ? [] : Array.isArray(value) ? value : isScalar(value) ? [value] : value;
  const { item } = schema;
  return Array.isArray(items) && item !== undefined ? items.map((one) => coerceTo(item, one)) : items;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** When a field with a single value is sent twice, the last value counts. */
function lastOf(value: unknown): unknown {
  return Array.isArray(value) && value.every(isScalar) && value.length > 0 ? value.at(-1) : value;
}

function coerceNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return DIGITS.test(text) || DECIMAL.test(text) ? Number(text) : value;
}

function coerceBoolean(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : value;
}
