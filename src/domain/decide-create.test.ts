import { describe, expect, it } from 'vitest';
import { decideCreate, type CreateIntent } from './decide-create.ts';
import { FILE_MAX_BYTES, FILES_MAX } from './files.ts';
import { TAGS_MAX } from './tags.ts';

const TODAY = '2026-11-20';
const window5to10 = { window: { startDay: 5, endDay: 10 }, exemptOrganizationIds: [70], active: true };
const complete: CreateIntent = {
  today: TODAY,
  originOrganizationId: 7,
  subject: { window: null, exemptOrganizationIds: [], active: true },
  title: 'Interdição parcial da Rua das Aroeiras',
  physicalDocumentNumber: 'Ofício nº 118/2026/SEMOB',
  limitDate: '2026-11-20',
  hasText: true,
  files: [{ name: 'oficio.pdf', size: 10 }],
  tags: [{ title: 'drenagem', type: 'keyword', userId: null }],
  responsibles: [{ id: 2, active: true, organizationId: 9 }],
  organizations: [{ id: 9, active: true }],
  isException: false,
};
const refusals = (change: Partial<CreateIntent>) => {
  const decision = decideCreate({ ...complete, ...change });
  return decision.kind === 'refused' ? decision.refusals.map(({ field, code }) => `${field}: ${code}`) : decision.kind;
};

describe('a new document (rule J3)', () => {
  it('is accepted when everything is filled, weekends and today included', () => {
    expect(decideCreate(complete)).toEqual({
      kind: 'accepted',
      note: null,
      changes: { isException: false, responsibleIds: [2], organizationIds: [9] },
    });
    expect(refusals({ limitDate: '2026-11-21' })).toBe('accepted');
    expect(refusals({ title: 'x'.repeat(255), physicalDocumentNumber: 'x'.repeat(100) })).toBe('accepted');
  });
  it.each<[string, Partial<CreateIntent>, string[]]>([
    ['no subject', { subject: null }, ['document_subject_id: subject_unknown']],
    [
      'inactive subject',
      { subject: { ...window5to10, window: null, active: false } },
      ['document_subject_id: subject_inactive'],
    ],
    ['blank title', { title: '   ' }, ['title: required']],
    ['endless title', { title: 'x'.repeat(256) }, ['title: too_long']],
    ['endless number', { physicalDocumentNumber: 'x'.repeat(101) }, ['physical_document_number: too_long']],
    ['no number', { physicalDocumentNumber: '' }, ['physical_document_number: required']],
    ['no date', { limitDate: null }, ['limit_date: required']],
    ['yesterday', { limitDate: '2026-11-19' }, ['limit_date: limit_date_before_today']],
    ['no text', { hasText: false }, ['content: required']],
    ['no file', { files: [] }, ['files: required']],
    ['a photo', { files: [{ name: 'foto.heic', size: 1 }] }, ['files: file_type']],
    ['an empty file', { files: [{ name: 'a.pdf', size: 0 }] }, ['files: file_empty']],
    ['a huge file', { files: [{ name: 'a.pdf', size: FILE_MAX_BYTES + 1 }] }, ['files: file_too_large']],
    [
      'too many files',
      { files: Array.from({ length: FILES_MAX + 1 }, () => ({ name: 'a.pdf', size: 1 })) },
      ['files: too_many_files'],
    ],
    [
      '61 MB in four',
      { files: Array.from({ length: 4 }, () => ({ name: 'a.pdf', size: 16_000_000 })) },
      ['files: files_too_large'],
    ],
    ['nobody', { responsibles: [] }, ['user_ids: required']],
    ['unknown person', { responsibles: [null] }, ['user_ids: responsible_unknown']],
    [
      'inactive person',
      { responsibles: [{ id: 2, active: false, organizationId: 9 }] },
      ['user_ids: responsible_inactive'],
    ],
    [
      'person of another sector',
      { responsibles: [{ id: 2, active: true, organizationId: 8 }] },
      ['user_ids: responsible_elsewhere'],
    ],
    [
      'person without a sector',
      { responsibles: [{ id: 2, active: true, organizationId: null }] },
      ['user_ids: responsible_elsewhere'],
    ],
    ['no sector', { organizations: [] }, ['organization_ids: required']],
    ['unknown sector', { organizations: [{ id: 9, active: true }, null] }, ['organization_ids: organization_unknown']],
    ['inactive sector', { organizations: [{ id: 9, active: false }] }, ['organization_ids: organization_inactive']],
    ['blank tag', { tags: [{ title: ' ', type: 'keyword', userId: null }] }, ['tags: required']],
    [
      'too many tags',
      {
        tags: Array.from({ length: TAGS_MAX + 1 }, (_none, at) => ({ title: `${at}`, type: 'keyword', userId: null })),
      },
      ['tags: too_many_tags'],
    ],
    ['long tag', { tags: [{ title: 'x'.repeat(51), type: 'keyword', userId: null }] }, ['tags: tag_too_long']],
    [
      'repeated tag',
      {
        tags: [
          { title: 'chuva', type: 'keyword', userId: null },
          { title: ' CHUVA ', type: 'keyword', userId: null },
        ],
      },
      ['tags: tag_duplicate'],
    ],
    [
      'everything at once',
      { title: '', hasText: false, files: [] },
      ['title: required', 'content: required', 'files: required'],
    ],
  ])('%s', (_name, change, expected) => {
    expect(refusals(change)).toEqual(expected);
  });
  it('the same word may be a keyword and a mention (rule C17)', () => {
    const tags = (['keyword', 'mention'] as const).map((type) => ({ title: 'chuva', type, userId: null }));
    expect(refusals({ tags })).toBe('accepted');
  });
});

describe('outside the window (rules C1, C2)', () => {
  it('needs the tick', () => {
    expect(refusals({ subject: window5to10 })).toEqual(['is_exception: exception_required']);
    expect(decideCreate({ ...complete, subject: window5to10, isException: true })).toMatchObject({
      changes: { isException: true },
    });
  });
  it('inside it the tick is forced to false', () => {
    expect(decideCreate({ ...complete, today: '2026-11-07', subject: window5to10, isException: true })).toMatchObject({
      changes: { isException: false },
    });
  });
  it('the sending sector may be exempt, no sector never is', () => {
    expect(refusals({ subject: window5to10, originOrganizationId: 70 })).toBe('accepted');
    expect(refusals({ subject: window5to10, originOrganizationId: null })).toEqual([
      'is_exception: exception_required',
    ]);
  });
});
