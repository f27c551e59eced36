import { describe, expect, it } from 'vitest';
import { COPY_CASES, COPY_SINCE } from '../../test/builders/copy-cases.ts';
import { firstDayOfCopy, isCopyBounded, isInCopy } from './bounded-copy.ts';

describe('isInCopy', () => {
  it.each(COPY_CASES)(
    'a $storedStatus document of $createdMs, moved at $lastActivityMs: $isIn',
    ({ isIn, ...facts }) => {
      expect(isInCopy(facts, Date.parse(COPY_SINCE))).toBe(isIn);
    },
  );
});

describe('isCopyBounded', () => {
  it.each([
    [19_999, false, false],
    [20_000, false, true],
    [20_000, true, true],
    [18_000, true, true],
    [17_999, true, false],
    [17_999, false, false],
  ])('of %i documents, bounded before: %s → %s', (total, was, bounded) => {
    expect(isCopyBounded(total, { from: 20_000, was })).toBe(bounded);
  });

  it('stays as it is while the number of documents moves around the bound', () => {
    let was = false;
    const states = [19_999, 20_000, 19_999, 19_000, 20_001, 18_000].map((total) => {
      was = isCopyBounded(total, { from: 20_000, was });
      return was;
    });
    expect(states).toEqual([false, true, true, true, true, true]);
  });
});

describe('firstDayOfCopy', () => {
  it.each([
    ['2026-11-24', '2024-11-24'],
    ['2026-01-01', '2024-01-01'],
    ['2028-02-29', '2026-02-28'],
    ['2026-02-28', '2024-02-28'],
    ['0002-03-01', '0000-03-01'],
  ])('%s → %s', (today, first) => {
    expect(firstDayOfCopy(today)).toBe(first);
  });
});
