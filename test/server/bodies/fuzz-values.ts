// Values for the fuzzer: made from the schema that validates, mostly right, sometimes hostile.
// Everything comes from one seeded generator, so that a seed repeats a run.

export type Dice = {
  /** 0 … n−1. */
  readonly below: (n: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  /** True once in `n` calls on average. */
  readonly once: (n: number) => boolean;
};

/** mulberry32. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
  return {
    below,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
    once: (n) => below(n) === 0,
  };
}

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\r\nSet-Cookie: a=b',
  "'; drop table documents; --",
  '%',
  '_',
  '\\',
  '%_%\\%',
  '../../../../etc/passwd',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '<p>'.repeat(3000),
  '\u202e\u2066fdp.exe',
  '\ud800',
  '😀'.repeat(200),
  'İıſ'.repeat(100),
  'x'.repeat(70_000),
  '{{constructor.constructor("return 1")()}}',
  '2025-02-30',
  '0000-00-00',
  '99999-01-01',
  'true',
  'null',
  'NaN',
  '-1',
  '0',
  '1e308',
  '9007199254740993',
  '99999999999999999999999',
  '[]',
  '{}',
];

const HOSTILE_THINGS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  [],
  [[]],
  [null],
  {},
  { toString: 1 },
  { length: 1e9 },
  { constructor: { prototype: { admin: true } } },
  ...HOSTILE_TEXTS,
];

type SchemaLike = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaLike>>;
  readonly item?: SchemaLike;
  readonly wrapped?: SchemaLike;
  readonly options?: readonly unknown[];
};

export type Ground = {
  /** Ids that exist here, in the other tenant, and nowhere. */
  readonly ids: readonly number[];
  /** Texts that have a meaning in this database: e-mails, dates, statuses, ids of commands. */
  readonly texts: readonly string[];
};

/** A value for `schema`; at every level, one in `hostility` is hostile on average. */
export function valueFor(schema: unknown, at: { dice: Dice; ground: Ground; hostility: number }): unknown {
  const { dice, ground, hostility } = at;
  if (dice.once(hostility)) return dice.pick(HOSTILE_THINGS);
  const like = schema as SchemaLike;
  switch (like.type) {
    case 'object':
      return objectFor(like, at);
    case 'array':
      return Array.from({ length: dice.pick([0, 1, 1, 1, 2, 3, 60]) }, () => valueFor(like.item, at));
    case 'optional':
    case 'nullable':
    case 'nullish':
      return dice.once(3) ? (like.type === 'optional' ? undefined : null) : valueFor(like.wrapped, at);
    case 'picklist':
      return dice.pick(like.options ?? ['']);
    case 'union':
      return valueFor(dice.pick(like.options ?? []), at);
    case 'number':
      return dice.pick([...ground.ids, dice.below(40)]);
    case 'boolean':
      return dice.pick([true, false, 1, 0, '1', 'on']);
    default:
      return dice.pick(ground.texts);
  }
}

function objectFor(schema: SchemaLike, at: { dice: Dice; ground: Ground; hostility: number }): Record<string, unknown> {
  const { dice } = at;
  const made: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(schema.entries ?? {})) {
    const value = valueFor(entry, at);
    if (value !== undefined && !dice.once(12)) made[key] = value;
  }
  // Fields that no client may set.
  if (dice.once(4)) made[dice.pick(['tenant_id', 'id', 'rev', 'number', 'roles', 'is_admin', '__proto__x'])] = 1;
  return made;
}

/** A segment of an address where an id belongs. */
export function segmentFor({ dice, ground }: { dice: Dice; ground: Ground }): string {
  if (!dice.once(4)) return String(dice.pick(ground.ids));
  return dice.pick([
    '0',
    '-1',
    'abc',
    '1.5',
    '1e3',
    '%00',
    '%zz',
    '..%2f..',
    "1'--",
    '٣',
    ' 1',
    '9007199254740993',
    'x'.repeat(150),
  ]);
}

/** `a[0][b]` names of a nested value, as forms spell them. */
export function formFields(value: unknown, name = ''): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null)
    return [[name, value === null ? '' : String(value as string | number | boolean)]];
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((one, at) => [String(at), one])
    : Object.entries(value);
  return entries.flatMap(([key, own]) => formFields(own, name === '' ? key : `${name}[${key}]`));
}
