import { describe, expect, it } from 'vitest';
import { figuresOf, inWords, percentile } from './figures.ts';

describe('figures', () => {
  it('takes the middle, or the mean of the two in the middle', () => {
    expect(figuresOf([9, 1, 5])).toEqual({ median: 5, low: 1, high: 9, count: 3 });
    expect(figuresOf([1, 2, 3, 10]).median).toBe(2.5);
  });

  it('refuses to make a figure of nothing', () => {
    expect(() => figuresOf([])).toThrow('no measurements');
  });

  it('finds percentiles and writes them down', () => {
    expect(percentile([5, 1, 2, 3, 4], 0.5)).toBe(3);
    expect(percentile([5, 1, 2, 3, 4], 1)).toBe(5);
    expect(inWords({ median: 12.345, low: 10, high: 14, count: 5 }, 'ms')).toBe('12.3 ms (10.0–14.0, n=5)');
  });
});
