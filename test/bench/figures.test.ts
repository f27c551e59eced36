import { describe, expect, it } from 'vitest';
import { figuresOf, inWords, percentile } from './figures.ts';

describe('the figures of a bench', () => {
  it('take the middle measurement, or the mean of the two in the middle', () => {
    expect(figuresOf([9, 1, 5])).toEqual({ median: 5, low: 1, high: 9, count: 3 });
    expect(figuresOf([1, 2, 3, 10]).median).toBe(2.5);
  });

  it('are refused when there is no measurement', () => {
    expect(() => figuresOf([])).toThrow('no measurements');
  });

  it('have percentiles and are written with their spread', () => {
    expect(percentile([5, 1, 2, 3, 4], 0.5)).toBe(3);
    expect(percentile([5, 1, 2, 3, 4], 1)).toBe(5);
    expect(inWords({ median: 12.345, low: 10, high: 14, count: 5 }, 'ms')).toBe('12.3 ms (10.0–14.0, n=5)');
  });
});
