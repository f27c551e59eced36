import type { Range } from '#ui/fields/range-slider.tsx';
import { describe, expect, test } from 'vitest';
import { settleWindow, stripDays, windowNow } from './window-field.tsx';

describe('the days of the slider (rule C3)', () => {
  test.each<[string, Range, 'start' | 'end', Range, string | null]>([
    ['both 0 mean no window', [0, 0], 'end', [0, 0], null],
    ['a start of 0 with an end becomes 1', [0, 12], 'end', [1, 12], null],
    [
      'a start typed as 0 says why it is 1',
      [0, 12],
      'start',
      [1, 12],
      'Com um dia final, o dia inicial é pelo menos 1.',
    ],
    ['an end of 0 takes the window away', [5, 0], 'end', [0, 0], null],
    ['days in order stay as they are', [20, 28], 'end', [20, 28], null],
    ['one day is a window', [5, 5], 'start', [5, 5], null],
    ['a start after the end stops at it', [30, 28], 'start', [28, 28], 'O dia inicial não passa do final: ficou 28.'],
    [
      'an end before the start stops at it',
      [20, 8],
      'end',
      [20, 20],
      'O dia final não vem antes do inicial: ficou 20.',
    ],
    ['a day above 31 becomes 31', [20, 40], 'end', [20, 31], 'Os dias vão de 0 a 31.'],
    ['a day below 0 becomes 0, and so 1', [-3, 9], 'end', [1, 9], 'Os dias vão de 0 a 31.'],
    [
      'a start without an end opens to the end of the month',
      [5, 0],
      'start',
      [5, 31],
      'Sem dia final, a janela vai até o fim do mês.',
    ],
    ['a start of 0 without an end is no window', [0, 0], 'start', [0, 0], null],
  ])('%s', (_case, asked, moved, value, note) => {
    expect(settleWindow(asked, moved)).toEqual({ value, note });
  });
});

describe('the strip of days', () => {
  test('the strip of November has 30 days, today among them, and the open ones', () => {
    const days = stripDays([20, 28], '2026-11-19');
    expect(days).toHaveLength(31);
    expect(days.filter((day) => day.isOpen).map((day) => day.day)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28]);
    expect(days.filter((day) => day.isToday).map((day) => day.date)).toEqual(['2026-11-19']);
    expect(days.filter((day) => day.date === null).map((day) => day.day)).toEqual([31]);
  });

  test('days after the end of a short month count as its last day', () => {
    expect(
      stripDays([30, 31], '2026-02-10')
        .filter((day) => day.isOpen)
        .map((day) => day.day),
    ).toEqual([28]);
  });

  test('without a window no day of the strip is marked', () => {
    expect(stripDays([0, 0], '2026-11-19').some((day) => day.isOpen)).toBe(false);
  });
});

test.each<[string, Range, string, ReturnType<typeof windowNow>]>([
  ['without a window', [0, 0], '2026-11-19', null],
  ['the day before it opens', [20, 28], '2026-11-19', { kind: 'closed', opensOn: '2026-11-20' }],
  ['on its first day', [20, 28], '2026-11-20', { kind: 'open', lastDay: '2026-11-28' }],
  ['on its last day', [20, 28], '2026-11-28', { kind: 'open', lastDay: '2026-11-28' }],
  ['after it closed, the next month', [1, 5], '2026-11-19', { kind: 'closed', opensOn: '2026-12-01' }],
  ['a whole month ends with the month', [1, 31], '2026-11-19', { kind: 'open', lastDay: '2026-11-30' }],
  ['day 31 in a month of 30', [31, 31], '2026-11-19', { kind: 'closed', opensOn: '2026-11-30' }],
  ['from the end of one month to the next year', [1, 2], '2026-12-30', { kind: 'closed', opensOn: '2027-01-01' }],
])('what a window means today: %s', (_case, range, today, now) => {
  expect(windowNow(range, today)).toEqual(now);
});
