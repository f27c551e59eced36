import { expect, test } from 'vitest';
import { type AlertFields, missingOfAlert } from './alert-fields.ts';

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
