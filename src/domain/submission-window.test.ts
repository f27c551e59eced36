import { describe, expect, it } from 'vitest';
import { isOutsideWindow, needsException, windowOf } from './submission-window.ts';

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

describe('needsException: the sending sector may be exempt (rule C2)', () => {
  const window = { startDay: 1, endDay: 5 };
  it.each<[string, number[], number | null, string, boolean]>([
    ['one of several exempt sectors', [70, 71], 71, '2026-11-06', false],
    ['the only exempt sector', [70], 70, '2026-11-06', false],
    ['a sector that is not exempt', [70, 71], 72, '2026-11-06', true],
    ['a sector, where none is exempt', [], 70, '2026-11-06', true],
    ['a person without a sector', [70], null, '2026-11-06', true],
    ['a person without a sector, where none is exempt', [], null, '2026-11-06', true],
    ['a sector that is not exempt, within the window', [70], 72, '2026-11-05', false],
  ])('of %s', (_name, exemptOrganizationIds, originOrganizationId, today, needed) => {
    expect(needsException({ window, exemptOrganizationIds }, { originOrganizationId, today })).toBe(needed);
  });
});
