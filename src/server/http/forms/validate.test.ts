import { describe, expect, it } from 'vitest';
import { LoginInput } from '#contract/session-calls.ts';
import { CreateDocumentInput, PatchDocumentInput } from '#contract/writes.ts';
import { validate } from './validate.ts';

describe('validate', () => {
  it('reads a document from a form and from JSON alike', () => {
    const form = {
      document_subject_id: '4',
      type: 'general_document',
      organization_ids: ['12'],
      user_ids: ['20'],
      title: '2026',
      physical_document_number: '118',
      limit_date: '2026-12-01',
      content: '<p>x</p>',
      is_exception: '1',
      tags: [{ title: 'chuva', user_id: '' }],
    };
    const json = {
      ...form,
      document_subject_id: 4,
      organization_ids: [12],
      user_ids: [20],
      is_exception: true,
      tags: [{ title: 'chuva', type: 'keyword', user_id: null }],
    };
    expect(validate(CreateDocumentInput, form)).toEqual(validate(CreateDocumentInput, json));
  });

  it('drops unknown keys', () => {
    const body = validate(PatchDocumentInput, { content: 'x', rev: 9, stored_status: 'completed' });
    expect(body).not.toHaveProperty('rev');
    expect(body).not.toHaveProperty('stored_status');
  });

  it.each([
    ['a day that is none', { limit_date: '2025-02-30' }, 'limit_date', 'Informe uma data válida.'],
    ['an id of zero', { responsible_ids: ['0'] }, 'responsible_ids.0', 'Valor inválido.'],
    [
      'an id beyond what a number holds',
      { responsible_ids: ['9007199254740993'] },
      'responsible_ids.0',
      'Valor inválido.',
    ],
    ['NUL', { content: 'a\u0000b' }, 'content', 'Valor inválido.'],
    ['a wrong status', { status: 'overdue' }, 'status', 'Valor inválido.'],
  ])('refuses %s', (_name, body, field, message) => {
    const attempt = (): unknown => validate(PatchDocumentInput, body);
    expect(attempt).toThrow(
      expect.objectContaining({ status: 422, body: expect.objectContaining({ errors: { [field]: [message] } }) }),
    );
  });

  it('names every field that is missing', () => {
    const attempt = (): unknown => validate(LoginInput, {});
    const required = ['Preencha este campo.'];
    expect(attempt).toThrow(
      expect.objectContaining({
        body: expect.objectContaining({ errors: { email: required, password: required, token: required } }),
      }),
    );
  });
});
