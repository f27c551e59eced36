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
  expect(subjectFieldsOf(row)).toEqual({ name: 'Empenho', status: 'active', window: [0, 0], exemptIds: [4] });
});

test('a changed window is sent with both of its days', () => {
  expect(subjectEditOf({ window: [1, 12] })).toEqual({ submission_start_day: 1, submission_end_day: 12 });
});

test('a field of a subject that was not changed is not sent', () => {
  expect(subjectEditOf({})).toEqual({});
  expect(subjectEditOf({ exemptIds: [4] })).toEqual({ submission_date_exempt_organization_ids: [4] });
});
