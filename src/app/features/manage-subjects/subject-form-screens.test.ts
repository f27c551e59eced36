import { expect, test } from 'vitest';
import { missingOfSubject, NEW_SUBJECT, subjectEditOf, subjectFieldsOf } from './subject-form-screens.tsx';

test('a subject needs a name, and nothing else', () => {
  expect(missingOfSubject({ ...NEW_SUBJECT, name: ' ' })).toEqual([{ field: 'name', word: 'nome' }]);
  expect(missingOfSubject({ ...NEW_SUBJECT, name: 'Empenho' })).toEqual([]);
});

test('a subject without a window opens its form with 0 and 0', () => {
  const row = {
    name: 'Empenho',
    status: 'active' as const,
    submission_start_day: null,
    submission_end_day: null,
    exempt_submission_date_organizations: [{ id: 4, name: 'Defesa Civil', acronym: 'DEFCIV' }],
  };
  expect(subjectFieldsOf(row)).toEqual({ ...NEW_SUBJECT, name: 'Empenho', exemptIds: [4], isWorking: false });
});

test.each<[typed: string, days: number | null, isMissing: boolean]>([
  ['', null, false],
  [' 10 ', 10, false],
  ['365', 365, false],
  ['366', null, true],
  ['0', null, true],
  ['dez', null, true],
  ['1,5', null, true],
])('the default limit “%s” is %s', (days, sent, isMissing) => {
  const missing = missingOfSubject({ ...NEW_SUBJECT, name: 'Empenho', days });
  expect(missing.map(({ field }) => field)).toEqual(isMissing ? ['default_days'] : []);
  expect(subjectEditOf({ days })).toEqual({ default_days: sent });
});

test('the default limit of a row opens in its form', () => {
  const row = { ...NEW_SUBJECT, submission_start_day: null, submission_end_day: null };
  const limited = { ...row, exempt_submission_date_organizations: [], default_days: 10, working: true };
  expect(subjectFieldsOf(limited)).toMatchObject({ days: '10', isWorking: true });
});

test('a changed window is sent with both of its days', () => {
  expect(subjectEditOf({ window: [1, 12] })).toEqual({ submission_start_day: 1, submission_end_day: 12 });
});

test('a field of a subject that was not changed is not sent', () => {
  expect(subjectEditOf({})).toEqual({});
  expect(subjectEditOf({ exemptIds: [4] })).toEqual({ submission_date_exempt_organization_ids: [4] });
});
