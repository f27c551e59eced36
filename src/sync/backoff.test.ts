import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs, retryAfterMs } from './backoff.ts';

describe('backoff', () => {
  test('stays between 2 s and 5 min for any number of attempts, and is always a number', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempts, random) => {
        const ms = backoffMs(attempts, random);
        expect(ms).toBeGreaterThanOrEqual(2_000);
        expect(ms).toBeLessThanOrEqual(300_000);
      }),
    );
  });

  test('spreads wider with every failure', () => {
    expect([1, 2, 3, 4, 30].map((attempts) => backoffMs(attempts, 0.999))).toEqual([
      3_998, 7_994, 15_986, 31_970, 299_702,
    ]);
  });
});

test('a backoff of no failure is that of the first, and the least is 2 s', () => {
  expect([-1, 0, 1].map((attempts) => backoffMs(attempts, 0.5))).toEqual([3_000, 3_000, 3_000]);
  expect([1, 8, 40].map((attempts) => backoffMs(attempts, 0))).toEqual([2_000, 2_000, 2_000]);
  expect([7, 8, 16, 17].map((attempts) => backoffMs(attempts, 0.5))).toEqual([129_000, 151_000, 151_000, 151_000]);
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-11-20T12:00:00Z');
  test.each([
    [null, null],
    ['20', 20_000],
    ['0', null],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', null],
    ['999999', 3_600_000],
    ['soon', null],
    ['20 Nov 2026 12:01:00 +0000', 60_000],
    [' 20 ', 20_000],
    ['', null],
    ['3600', 3_600_000],
    ['3601', 3_600_000],
    ['999999999', 3_600_000],
    ['-5', null],
  ])('%s', (header, ms) => {
    expect(retryAfterMs(header, nowMs)).toBe(ms);
  });
});
