// Forms carry only text: "1" is a number, a tick or a list of one item, depending on what the schema wants. This is
// decided here, once, for every route and content type. Validating is the schema's part.

/** The parts of a valibot schema that are read here. */
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
 * `value` with texts turned into what `schema` asks for where they clearly mean it. Everything else is left unchanged.
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

/** An empty text for an optional value that is no text means "not given". An optional text may be empty. */
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

/** Of a single value that is sent twice, the last one counts. */
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
