import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fieldsOf, NAME_MAX, nest, PAIRS_MAX, pairsOf, type SchemaLike } from './form.ts';
import { ReassignInput } from './reference-writes.ts';
import { ViewInput } from './sync.ts';
import { CreateDocumentInput, PatchDocumentInput } from './writes.ts';

const CASES: readonly (readonly [string, readonly (readonly [string, string])[], unknown])[] = [
  [
    'plain names',
    [
      ['title', 'a'],
      ['content', 'b'],
    ],
    { title: 'a', content: 'b' },
  ],
  [
    'brackets',
    [
      ['ids[]', '1'],
      ['ids[]', '2'],
    ],
    { ids: ['1', '2'] },
  ],
  ['one in brackets', [['ids[]', '1']], { ids: ['1'] }],
  [
    'indexes',
    [
      ['user_ids[0]', '7'],
      ['user_ids[1]', '8'],
    ],
    { user_ids: ['7', '8'] },
  ],
  [
    'indexes out of order, with a gap',
    [
      ['ids[5]', 'b'],
      ['ids[2]', 'a'],
    ],
    { ids: ['a', 'b'] },
  ],
  [
    'repeated names',
    [
      ['ids', '1'],
      ['ids', '2'],
    ],
    { ids: ['1', '2'] },
  ],
  [
    'mixed spellings',
    [
      ['ids', '1'],
      ['ids[]', '2'],
    ],
    { ids: ['1', '2'] },
  ],
  [
    'objects in lists',
    [
      ['tags[0][title]', 'chuva'],
      ['tags[0][type]', 'keyword'],
      ['tags[1][title]', 'rua'],
    ],
    { tags: [{ title: 'chuva', type: 'keyword' }, { title: 'rua' }] },
  ],
  [
    'objects',
    [
      ['based_on[status]', 'pending'],
      ['based_on[responsible_ids][]', '3'],
    ],
    { based_on: { status: 'pending', responsible_ids: ['3'] } },
  ],
  ['an empty list item', [['ids[]', '']], { ids: [''] }],
  ['unclosed brackets as they are', [['a[b', '1']], { 'a[b': '1' }],
];

describe('nest', () => {
  it.each(CASES)('reads %s', (_name, fields, expected) => {
    expect(nest(fields)).toEqual(expected);
  });

  it('touches no prototype', () => {
    nest([
      ['__proto__[admin]', '1'],
      ['constructor[prototype][admin]', '1'],
    ]);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('refuses too many fields and too deep ones', () => {
    const many = Array.from({ length: PAIRS_MAX + 1 }, (_, index) => [`a[${index}]`, 'x'] as const);
    expect(nest(many.slice(1))['a']).toHaveLength(PAIRS_MAX);
    expect(() => nest(many)).toThrow(RangeError);
    expect(() => nest([['a[b][c][d][e][f]', 'x']])).toThrow(RangeError);
  });

  it('refuses a name that is too long', () => {
    expect(nest([['a'.repeat(NAME_MAX), '1']])).toEqual({ ['a'.repeat(NAME_MAX)]: '1' });
    expect(() => nest([['a'.repeat(NAME_MAX + 1), '1']])).toThrow(RangeError);
    expect(() => nest([[`a${'['.repeat(1_000_000)}`, '1']])).toThrow(RangeError);
  });
});

describe('pairsOf', () => {
  it('spells ids without a place, other lists by place and objects by key, in the order of the schema', () => {
    const based_on = { responsible_ids: [4, 5], status: 'pending' as const };
    const fields = { based_on, files_sha256: ['b', 'a'], content: '', responsible_ids: [6], limit_date: null };
    expect(pairsOf(PatchDocumentInput, fields)).toEqual([
      ['content', ''],
      ['responsible_ids[]', '6'],
      ['files_sha256[0]', 'b'],
      ['files_sha256[1]', 'a'],
      ['based_on[status]', 'pending'],
      ['based_on[responsible_ids][]', '4'],
      ['based_on[responsible_ids][]', '5'],
    ]);
  });

  it('leaves out what the schema does not know', () => {
    const stored = { offline: true, later: 'x' };
    expect(pairsOf(ViewInput, stored)).toEqual([['offline', '1']]);
  });
});

const DAY = fc
  .date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const HASH = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));

/**
 * A value of a schema, without an empty list or an empty text where that differs from an absent
 * one, because a form can't express it.
 */
function valueOf(schema: SchemaLike & { readonly options?: readonly string[] }): fc.Arbitrary<unknown> {
  const { wrapped, entries, item } = schema;
  if (schema.type === 'optional' && wrapped !== undefined) return fc.option(valueOf(wrapped), { nil: undefined });
  if (schema.type === 'nullable' && wrapped !== undefined) {
    return fc.option(valueOf(wrapped), { nil: null }).filter((value) => value !== '');
  }
  if (entries !== undefined) {
    const filled = fc.record(Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, valueOf(one)])));
    return filled.filter((fields) => Object.values(fields).some((value) => value !== undefined));
  }
  if (item !== undefined) return fc.array(valueOf(item), { minLength: 1, maxLength: 4 });
  if (schema.type === 'number') return fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.options !== undefined) return fc.constantFrom(...schema.options);
  const fits = (text: string): boolean => v.is(schema as unknown as v.GenericSchema, text);
  const texts = [fc.string({ unit: 'binary' }), DAY, HASH];
  const fitting = texts.filter((kind) => fc.sample(kind, { numRuns: 5, seed: 1 }).some(fits));
  return fc.oneof(...fitting).filter(fits);
}

describe('a form read back', () => {
  it.each<[string, v.GenericSchema]>([
    ['a new document', CreateDocumentInput],
    ['a change of a document', PatchDocumentInput],
    ['a redistribution', ReassignInput],
    ['a view', ViewInput],
  ])('is what was written: %s', (_name, schema) => {
    const written = valueOf(schema as unknown as SchemaLike).map((value) => v.parse(schema, value));
    fc.assert(
      fc.property(written, (fields) => {
        const pairs = pairsOf(schema, fields as object);
        const read = v.parse(schema, fieldsOf(schema, pairs));
        expect(read).toEqual(fields);
        expect(pairsOf(schema, read as object)).toEqual(pairs);
      }),
    );
  });
});
