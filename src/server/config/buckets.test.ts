import { expect, it } from 'vitest';
import { createBuckets } from './buckets.ts';

it('a bucket is full at first, fills again evenly, never beyond its size, and what is put back counts', () => {
  let time = 0;
  const { take, give } = createBuckets({ size: 2, perMs: 0.001, now: () => time });
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 1]);
  expect(take('b')).toBe(0);
  time += 500;
  expect(take('a')).toBe(1);
  time += 500;
  expect([take('a'), take('a')]).toEqual([0, 1]);
  give('a', 5);
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 1]);
  time += 3_600_000;
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 1]);
});
