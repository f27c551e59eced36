import { describe, expect, it } from 'vitest';
import { boundForm, boundJson, DEPTH_MAX, VALUES_MAX } from './validate.ts';

const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));
const list = (count: number): string => JSON.stringify(Array.from({ length: count }, () => 1));
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('JSON, before it is parsed,', () => {
  it.each([
    ['nothing', ''],
    ['as many keys as are allowed', keys(VALUES_MAX - 1)],
    ['as many items as are allowed', list(VALUES_MAX - 1)],
    ['as many levels as are allowed', deep(DEPTH_MAX)],
    ['commas, brackets and quotes within a text', JSON.stringify({ a: '[{,"\\'.repeat(10_000) })],
    ['text that does not end', `{"a":"${'x,'.repeat(10_000)}`],
  ])('is let through with %s', (_name, text) => {
    expect(() => boundJson(text)).not.toThrow();
  });

  it.each([
    ['150,000 keys', keys(150_000)],
    ['150,000 items', list(150_000)],
    ['150,000 empty objects', `[${'{},'.repeat(150_000)}{}]`],
    ['one key too many', keys(VALUES_MAX)],
    ['one level too many', deep(DEPTH_MAX + 1)],
    ['a million levels that never close', '['.repeat(1_000_000)],
    ['keys after a text of backslashes', `{"a":"${'\\\\'.repeat(10_000)}",${keys(VALUES_MAX).slice(1)}`],
  ])('is refused with %s', (_name, text) => {
    expect(() => boundJson(text)).toThrow(RangeError);
  });
});

describe('a query or an urlencoded form', () => {
  it('is bounded by its fields before it is parsed', () => {
    expect(() => boundForm('a=1&'.repeat(VALUES_MAX - 1))).not.toThrow();
    expect(() => boundForm('&'.repeat(VALUES_MAX))).toThrow(RangeError);
  });
});
