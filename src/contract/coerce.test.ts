import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { coerce } from './form.ts';

describe('coerce', () => {
  const Schema = v.object({
    id: v.number(),
    ids: v.optional(v.array(v.number()), []),
    on: v.optional(v.boolean(), false),
    text: v.optional(v.string(), ''),
    day: v.optional(v.nullable(v.string()), null),
    other: v.optional(v.nullable(v.number()), null),
    choice: v.optional(v.picklist(['a', 'b'])),
  });

  it.each([
    [{ id: '12' }, { id: 12 }],
    [{ id: ['1', '2'] }, { id: 2 }],
    [{ id: '1e3' }, { id: '1e3' }],
    [{ id: '0x10' }, { id: '0x10' }],
    [{ ids: '3' }, { ids: [3] }],
    [{ ids: '' }, { ids: [] }],
    [{ ids: ['3', '4'] }, { ids: [3, 4] }],
    [{ on: '1' }, { on: true }],
    [{ on: 'true' }, { on: true }],
    [{ on: '0' }, { on: false }],
    [{ on: 1 }, { on: true }],
    [{ text: '12' }, { text: '12' }],
    [{ day: '' }, { day: null }],
    [{ other: '' }, { other: null }],
    [{ choice: '' }, { choice: undefined }],
    [{ unknown: '1' }, { unknown: '1' }],
  ])('turns %o into %o', (given, expected) => {
    expect(coerce(Schema, given)).toEqual(expected);
  });
});
