import { describe, expect, it } from 'vitest';
import { isOutsideWindow, windowOf } from './submission-window.ts';

describe('windowOf (rule C3)', () => {
  it.each([
    [null, null, null],
    [0, 0, null],
    [5, null, null],
    [0, 12, { startDay: 1, endDay: 12 }],
    [null, 12, { startDay: 1, endDay: 12 }],
    [5, 12, { startDay: 5, endDay: 12 }],
  ])('%s–%s', (start, end, window) => {
    expect(windowOf(start, end)).toEqual(window);
  });
});

describe('isOutsideWindow, inclusive and clamped to the month', () => {
  it.each([
    [1, 5, '2026-11-01', false],
    [1, 5, '2026-11-05', false],
    [1, 5, '2026-11-06', true],
    [20, 28, '2026-11-19', true],
    [28, 31, '2026-02-28', false],
    [28, 31, '2026-02-27', true],
    [31, 31, '2026-02-28', false],
    [31, 31, '2026-11-30', false],
    [31, 31, '2026-12-30', true],
    [1, 31, '2026-11-30', false],
  ])('%i–%i on %s: outside %s', (startDay, endDay, today, outside) => {
    expect(isOutsideWindow({ startDay, endDay }, today)).toBe(outside);
  });
  it('no window is never outside', () => {
    expect(isOutsideWindow(null, '2026-11-20')).toBe(false);
  });
});
