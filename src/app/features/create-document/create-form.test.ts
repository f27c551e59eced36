import { describe, expect, test } from 'vitest';
import { isKeystroke } from '../../shared/draft/use-draft.ts';
import {
  type CreateForm,
  errorsLeft,
  formOf,
  isSectionComplete,
  missingFields,
  payloadOf,
  SECTION_FIELDS,
  titleOfFile,
  withoutGone,
} from './create-form.ts';

const full: CreateForm = {
  type: 'general_document',
  subjectId: 3,
  title: 'Medição de novembro',
  proposedTitle: null,
  physicalNumber: 'Ofício nº 125/2026/SEMOB',
  organizationId: 5,
  responsibleId: 9,
  limitDate: '2026-11-30',
  content: '<p>Segue o boletim.</p>',
  isException: false,
  exceptionReason: '',
  tags: [{ title: 'obra', type: 'keyword', userId: null }],
  corrects: null,
  errors: {},
};
const around = { filesCount: 1, hasLoosePages: false, needsException: false, today: '2026-11-19' };

describe('what a refusal still says of the form', () => {
  const errors = { title: 'O título já existe.', limit_date: 'O prazo passou.' };

  test('nothing about a field that was changed', () => {
    expect(errorsLeft(errors, ['title', 'content'])).toEqual({ limit_date: 'O prazo passou.' });
  });

  test.each([
    ['no error', {}],
    ['errors of other fields', errors],
  ])('with %s a letter waits for a pause', (_case, before) => {
    const form = { ...full, errors: before };
    const letter = { content: '<p>Segue o boletim.)</p>', errors: errorsLeft(before, ['content']) };
    expect(isKeystroke(form, letter)).toBe(true);
  });
});

describe('what the create form lacks (rule J3)', () => {
  test('a complete form lacks nothing', () => {
    expect(missingFields(full, around)).toEqual([]);
  });

  test.each([
    [{ subjectId: null }, ['subject']],
    [{ title: '  ' }, ['title']],
    [{ physicalNumber: '' }, ['physicalNumber']],
    [{ organizationId: null, responsibleId: null }, ['organization', 'responsible']],
    [{ limitDate: null }, ['limitDate']],
    [{ limitDate: '2026-11-18' }, ['limitDate']],
    [{ content: '<p>&nbsp;</p>' }, ['content']],
  ] as const)('a form with %j lacks %j', (change, missing) => {
    expect(missingFields({ ...full, ...change }, around)).toEqual(missing);
  });

  test('at least one file is required', () => {
    expect(missingFields(full, { ...around, filesCount: 0 })).toEqual(['files']);
    // Photographs that are no attachment yet would be left behind.
    expect(missingFields(full, { ...around, hasLoosePages: true })).toEqual(['files']);
  });

  test('outside the submission window the exception must be ticked (rule C1)', () => {
    expect(missingFields(full, { ...around, needsException: true })).toEqual(['exception']);
    expect(missingFields({ ...full, isException: true }, { ...around, needsException: true })).toEqual([]);
  });

  test('a choice that was deactivated since counts as missing', () => {
    const all = { subjects: new Set([3]), organizations: new Set([5]), people: new Set([9]) };
    expect(withoutGone(full, all)).toEqual(full);
    const none = new Set<number>();
    const bare = withoutGone(full, { subjects: none, organizations: none, people: none });
    expect(missingFields(bare, around)).toEqual(['subject', 'organization', 'responsible']);
  });

  test('a section of the create form is complete when none of its fields is missing', () => {
    expect(isSectionComplete(SECTION_FIELDS.whom, ['limitDate'])).toBe(true);
    expect(isSectionComplete(SECTION_FIELDS.when, ['limitDate'])).toBe(false);
  });
});

test('a stored creation becomes the form it came from', () => {
  const form = { ...full, isException: true, exceptionReason: 'A pedido da SEFAZ' };
  expect(formOf(payloadOf(form))).toEqual(form);
  const corrected = { corrects: 'c1', errors: { title: 'O título é obrigatório.' } };
  expect(formOf(payloadOf(form), corrected)).toEqual({ ...form, ...corrected });
});

describe('a title is proposed of the name of a file', () => {
  test.each([
    ['Medição de novembro.pdf', 'Medição de novembro'],
    ['relatório_de_vistoria.pdf', 'Relatório de vistoria'],
    ['20261119_medição-novembro-quadra(1).pdf', 'Medição novembro quadra'],
    ['boletim_de_medição-11.pdf', 'Boletim de medição 11'],
    ['oficio_118-2026.pdf', 'Oficio 118-2026'],
    ['2026-11-19 Ofício ao gabinete.docx', 'Ofício ao gabinete'],
    ['Ofício 118-2026 SEMOB.pdf', 'Ofício 118-2026 SEMOB'],
    ['Memória de cálculo - Cópia (2).docx', 'Memória de cálculo'],
    ['resumo v.2.odt', 'Resumo v.2'],
    [`${'a'.repeat(300)}.pdf`, `A${'a'.repeat(254)}`],
    // Machines named these.
    ['IMG_20261119_101500.jpg', ''],
    ['Scan0001.pdf', ''],
    ['documento (3).pdf', ''],
    ['20261119.pdf', ''],
    ['WhatsApp Image 2026-11-19.pdf', ''],
    ['.pdf', ''],
  ])('%s → %s', (name, title) => {
    expect(titleOfFile(name)).toBe(title);
  });
});
