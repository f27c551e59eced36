import { describe, expect, it } from 'vitest';
import { nest } from './nest.ts';

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
    const many = Array.from({ length: 3000 }, (_, index) => [`a[${index}]`, 'x'] as const);
    expect(() => nest(many)).toThrow(RangeError);
    expect(() => nest([['a[b][c][d][e][f]', 'x']])).toThrow(RangeError);
  });
});
