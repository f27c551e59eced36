import { expect, test } from 'vitest';
import { changedFields, otherErrors } from './form-fields.ts';

const sector = { name: 'Obras', acronym: 'SEMOB', ids: [1, 2] };

test.each([
  ['nothing typed', {}, {}],
  ['one field changed', { name: 'Obras e Praças' }, { name: 'Obras e Praças' }],
  ['a field typed back to what it was', { name: 'Obras', acronym: 'OBRA' }, { acronym: 'OBRA' }],
  ['a list chosen again in the same order', { ids: [1, 2] }, {}],
  ['a list with one choice less', { ids: [1] }, { ids: [1] }],
] as const)('a form sends what its author changed: %s', (_what, typed, sent) => {
  expect(changedFields<Record<string, unknown>>(sector, typed)).toEqual(sent);
});

test('every sentence about a field that the form does not show is told above it', () => {
  const errors = { name: ['Preencha este campo.'], tenant: ['Um.', 'Dois.'] };
  expect(otherErrors(errors, ['name'])).toEqual(['Um.', 'Dois.']);
});
