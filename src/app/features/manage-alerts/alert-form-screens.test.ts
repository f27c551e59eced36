import { expect, test } from 'vitest';
import { type AlertFields, missingOfAlert, alertFuture, shownBefore } from './alert-form-screens.tsx';

const FULL: AlertFields = {
  title: 'Recesso',
  limit_date: '2026-11-27',
  description: 'Vai até janeiro.',
  status: 'active',
};

test.each<[string, Partial<AlertFields>, string | null, string[]]>([
  ['a full alert lacks nothing', {}, null, []],
  ['a title of white space is none', { title: ' \u200b ' }, null, ['título']],
  ['the date is required', { limit_date: null }, null, ['data limite']],
  ['a new alert may end today', { limit_date: '2026-11-19' }, null, []],
  ['a new alert does not end in the past', { limit_date: '2026-11-18' }, null, ['data limite']],
  ['an alert that has passed may keep its date', { limit_date: '2026-11-18' }, '2026-11-18', []],
  ['the description is required', { description: '' }, null, ['descrição']],
])('%s', (_case, change, stored, words) => {
  const missing = missingOfAlert({ ...FULL, ...change }, { today: '2026-11-19', stored });
  expect(missing.map((one) => one.word)).toEqual(words);
});

const TODAY = '2026-11-19';

test.each<[string, string, string[]]>([
  ['far away', '2026-12-24', ['now plain', '2026-12-14 warn', '2026-12-19 danger', '2026-12-25 gone']],
  ['in 11 days', '2026-11-30', ['now plain', '2026-11-20 warn', '2026-11-25 danger', '2026-12-01 gone']],
  ['in 10 days', '2026-11-29', ['now warn', '2026-11-24 danger', '2026-11-30 gone']],
  ['in 8 days', '2026-11-27', ['now warn', '2026-11-22 danger', '2026-11-28 gone']],
  ['in 5 days', '2026-11-24', ['now danger', '2026-11-25 gone']],
  ['today', '2026-11-19', ['now danger', '2026-11-20 gone']],
  ['yesterday', '2026-11-18', ['now gone']],
])('the stages of an alert whose date is %s', (_case, limitDate, stations) => {
  const found = alertFuture(limitDate, TODAY).map(({ day, isNow, stage }) => `${isNow ? 'now' : day} ${stage}`);
  expect(found).toEqual(stations);
});

test('the home shows alerts with a nearer date before this one, past ones never', () => {
  const others = [
    { title: 'depois', limit_date: '2026-11-28' },
    { title: 'segundo', limit_date: '2026-11-26' },
    { title: 'passado', limit_date: '2026-11-18' },
    { title: 'primeiro', limit_date: '2026-11-21' },
  ];
  const before = shownBefore(others, { limitDate: '2026-11-27', today: TODAY });
  expect(before.map((one) => one.title)).toEqual(['primeiro', 'segundo']);
});
