import { expect, it } from 'vitest';
import { periodOf } from './report-period.ts';

const on = (today: string) => ({ today });

it.each([
  ['mes', '2026-11-19', '2026-11-01', '2026-11-19', '2026-10-01', '2026-10-19'],
  ['mes', '2026-03-31', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['passado', '2026-03-31', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['passado', '2026-01-01', '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30'],
  ['ano', '2028-02-29', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
] as const)('%s on %s is %s to %s, compared with %s to %s', (name, today, from, to, earlier, until) => {
  expect(periodOf(name, on(today))).toEqual({ from, to, before: { from: earlier, to: until } });
});

it('days of one’s own are compared with as many days before them', () => {
  expect(periodOf('outro', { today: '2026-11-19', from: '2026-11-10', to: '2026-11-12' })).toEqual({
    from: '2026-11-10',
    to: '2026-11-12',
    before: { from: '2026-11-07', to: '2026-11-09' },
  });
});

it('nothing is compared with days before 2024', () => {
  expect(periodOf('ano', on('2024-05-05'))?.before).toBeNull();
});

it.each([
  ['2026-11-12', '2026-11-10'],
  ['2023-12-31', '2024-01-10'],
  ['2024-01-01', '2029-01-01'],
])('%s to %s is no period', (from, to) => {
  expect(periodOf('outro', { today: '2026-11-19', from, to })).toBeNull();
});
