import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentRow } from '#contract/documents.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import type { OrganizationRef } from '#contract/scalars.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildUser, PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import type { Mirror } from '../store/schema.ts';
import { documentsLeftBy, sectorEffects } from './deletion-effects.ts';

const { ana, bia, caio, davi } = PEOPLE;
const { works, traffic, archive } = SECTORS;
const TODAY = '2026-11-20';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

async function withDocuments(rows: readonly Partial<DocumentRow>[]): Promise<void> {
  const documents = rows.map((row, index) => putDocument(buildDocumentRow({ id: index + 1, rev: index + 10, ...row })));
  await applyPage(mirror, buildPage(documents));
}

const open: Partial<DocumentRow> = { stored_status: 'under_review', status: 'under_review', limit_date: '2026-11-27' };
const dueToday = { ...open, limit_date: TODAY };
const late = { ...open, limit_date: '2026-11-19' };
const done: Partial<DocumentRow> = { ...open, stored_status: 'completed', status: 'completed' };
const doneLate = { ...done, limit_date: '2026-11-19' };
const pending: Partial<DocumentRow> = { ...open, stored_status: 'pending', status: 'pending' };
const withAll = { responsibles: [bia, davi] };

describe('deleting people: the unfinished documents that are left without an active responsible', () => {
  it.each<[string, Partial<DocumentRow>[], number[], { open: number; overdue: number }]>([
    ['nothing at all', [], [bia.id], { open: 0, overdue: 0 }],
    ['a document of theirs', [open], [bia.id], { open: 1, overdue: 0 }],
    ['one that is due today is not late', [dueToday], [bia.id], { open: 1, overdue: 0 }],
    ['one that is late', [late], [bia.id], { open: 0, overdue: 1 }],
    ['one that waits to be read', [pending], [bia.id], { open: 1, overdue: 0 }],
    ['a finished one is left out', [done, doneLate], [bia.id], { open: 0, overdue: 0 }],
    ['one of another person is left out', [{ ...open, responsibles: [caio] }], [bia.id], { open: 0, overdue: 0 }],
    [
      'one that another active person has too is left out',
      [{ ...open, ...withAll }],
      [bia.id],
      { open: 0, overdue: 0 },
    ],
    ['one whose people all go', [{ ...open, ...withAll }], [bia.id, davi.id], { open: 1, overdue: 0 }],
    [
      'several people, each with one',
      [open, { ...late, responsibles: [caio] }],
      [bia.id, caio.id],
      { open: 1, overdue: 1 },
    ],
    ['no person goes', [open], [], { open: 0, overdue: 0 }],
  ])('%s', async (_what, rows, userIds, counts) => {
    await withDocuments(rows);
    expect(await documentsLeftBy(mirror, { userIds, today: TODAY })).toEqual(counts);
  });

  it.each([
    ['switched off', { status: 'inactive' }],
    ['deleted', { deleted: true }],
  ] as const)('a colleague who was %s does not stay responsible', async (_what, change) => {
    await mirror.users.put(buildUser(davi, change));
    await withDocuments([{ ...open, ...withAll }]);
    expect(await documentsLeftBy(mirror, { userIds: [bia.id], today: TODAY })).toEqual({ open: 1, overdue: 0 });
  });
});

const model = (id: number, organizations: OrganizationRef[]): ModelRow => ({
  id,
  rev: 1,
  name: 'Ofício',
  description: 'Padrão',
  type: 'document_model',
  file_mime_type: 'pdf',
  status: 'active',
  organizations,
  files: [],
  created_at: NOW,
});

describe('deleting sectors', () => {
  it.each<[string, number[], number[]]>([
    ['one sector', [works.id], [ana.id]],
    ['two sectors', [works.id, traffic.id], [ana.id, bia.id, davi.id]],
    ['none', [], []],
  ])('its people lose their sector: %s', async (_what, sectorIds, people) => {
    const { people: left } = await sectorEffects(mirror, { sectorIds, today: TODAY });
    const ids = [ana, bia, caio, davi]
      .filter((one) => left.some((person) => person.name === one.name))
      .map(({ id }) => id);
    expect(ids).toEqual(people);
  });

  it('deleted people and people without a sector lose nothing, and people who are switched off do', async () => {
    await mirror.users.bulkPut([
      buildUser(bia, { deleted: true }),
      buildUser(davi, { status: 'inactive' }),
      buildUser(caio, { organization: null }),
    ]);
    const { people } = await sectorEffects(mirror, { sectorIds: [traffic.id, archive.id], today: TODAY });
    expect(people.map((person) => person.name)).toEqual(['Davi']);
  });

  it.each<[string, Partial<DocumentRow>[], number[], { open: number; overdue: number }]>([
    ['a document that is with it', [open], [traffic.id], { open: 1, overdue: 0 }],
    ['one that only came from it is left out', [open], [works.id], { open: 0, overdue: 0 }],
    ['late and finished ones', [late, done], [traffic.id], { open: 0, overdue: 1 }],
    [
      'one that is with two of them counts once',
      [{ ...open, organizations: [traffic, archive] }],
      [traffic.id, archive.id],
      { open: 1, overdue: 0 },
    ],
  ])('its unfinished documents: %s', async (_what, rows, sectorIds, documents) => {
    await withDocuments(rows);
    expect(await sectorEffects(mirror, { sectorIds, today: TODAY })).toMatchObject({ documents });
  });

  it.each([
    ['of its own', [works], [works.id], 1],
    ['that another sector has too', [works, traffic], [works.id], 0],
    ['whose sectors all go', [works, traffic], [works.id, traffic.id], 1],
    ['of another sector', [archive], [works.id], 0],
    ['without any sector', [], [works.id], 0],
  ] as const)('a model %s', async (_what, organizations, sectorIds, models) => {
    await mirror.models.put(model(1, [...organizations]));
    expect((await sectorEffects(mirror, { sectorIds, today: TODAY })).models).toBe(models);
  });
});
