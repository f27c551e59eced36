// Drafts in every form in which they were stored: today's code lists them with their words, seals
// and opens them, and joins them with what was written since. That the form of a new document opens
// with the oldest is tried in test/screens/frozen-drafts.test.tsx.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { undoRemoval } from '#commands/outbox/remove-rows.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { moveDraft } from '#mirror/keep/drafts.ts';
import { sealWork } from '#mirror/opening/seal-work.ts';
import { sealedWork, unsealWork } from '#mirror/opening/unseal-work.ts';
import { keptDrafts } from '#mirror/questions/drafts.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { DraftRow } from '#mirror/store/draft-row.ts';
import { GIVEN_UP_PREFIX } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { uuid } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildKeys } from '../builders/build-keys.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { buildSession, PEOPLE } from '../builders/build-people.ts';
import { buildContext, openTestMirror } from '../builders/open-test-mirror.ts';
import { DRAFT_FORMS, GIVEN_UP } from './frozen.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage([1, 2].map((id) => putDocument(buildDocumentRow({ id, number: 41 + id })))));
});
afterEach(async () => {
  await mirror.delete();
});

/**
 * The compiler asks for a line here when there is a new field, and the test below for a form that
 * has it.
 */
const FIELDS: Record<keyof DraftRow, true> = {
  id: true,
  fields: true,
  fileIds: true,
  pages: true,
  photos: true,
  retakes: true,
  joined: true,
  mark: true,
  savedAtMs: true,
};

test('the forms have every field', () => {
  const rows = DRAFT_FORMS.flatMap((form) => form.rows);
  expect(new Set(rows.flatMap((row) => Object.keys(row)))).toEqual(new Set(Object.keys(FIELDS)));
});

/**
 * What the list of drafts says of each, newest first. A transfer and the profile are never listed.
 */
const LISTED: Readonly<Record<string, readonly object[]>> = {
  '2026-11-drafts-v1.json': [
    {
      id: `reply:${uuid(0xd1)}`,
      text: 'Falta o anexo.',
      filesCount: 0,
      reply: { address: null, title: '' },
      form: null,
    },
    { id: 'reply:s:1', text: 'De acordo.', filesCount: 0, reply: { address: '1', ticket: 'PMVI042' }, form: null },
    { id: `create:${uuid(0xc1)}`, text: 'Só o começo.', filesCount: 0, title: '', reply: null, form: null },
    { id: 'create', text: 'Segue a medição.', filesCount: 1, title: 'Medição de novembro', reply: null, form: null },
  ],
  '2026-11-drafts-of-forms.json': [
    { id: 'manage:models:new', filesCount: 1, form: { collection: 'models', about: { kind: 'new' } } },
    { form: { collection: 'document_subjects', about: { kind: 'gone' } } },
    { text: 'OBRAS', form: { collection: 'organizations', about: { kind: 'row', key: 's:1', name: 'Obras' } } },
    { title: 'Habitação', form: { collection: 'organizations', about: { kind: 'new' } } },
    { id: `create:${uuid(0xc2)}`, text: 'Corrigido.', title: 'Sinalização da ponte', reply: null, form: null },
  ],
  '2026-11-drafts-joined.json': [{ id: 'reply:s:2', text: 'Segue o ofício.', filesCount: 1 }],
  '2026-11-drafts-marked.json': [
    { id: 'reply:s:2', text: 'Ciente.', reply: { address: '2', ticket: 'PMVI043' } },
    { id: 'reply:x:mmmmmmm9', text: 'Segue a planta.', filesCount: 1, reply: { address: null, title: '' }, form: null },
  ],
  '2026-11-drafts-with-pages.json': [{ id: 'reply:s:1', text: 'Seguem as fotos.', filesCount: 2 }],
  '2026-11-drafts-with-photos.json': [{ id: `create:${uuid(0xc3)}`, title: 'Fotos da vistoria', filesCount: 1 }],
  '2026-11-drafts-with-retakes.json': [{ id: 'reply:s:2', text: '', filesCount: 1 }],
};

describe.each(DRAFT_FORMS)('drafts of $name', ({ name, rows }) => {
  test('are listed with their words, photographs and what they are about', async () => {
    await mirror.drafts.bulkPut(rows);
    const kept = await keptDrafts(mirror);
    expect(kept).toMatchObject(LISTED[name] ?? []);
    expect(kept).toHaveLength(LISTED[name]?.length ?? 0);
  });

  test('are sealed when their author leaves, and come back as they were', async () => {
    const keys = await buildKeys();
    await writeMeta(mirror, { name: 'sealingKey', value: keys.current });
    await mirror.drafts.bulkPut(rows);
    const before = await mirror.drafts.toArray();
    expect(await sealWork(mirror, PEOPLE.ana.id)).toBe('sealed');
    const [sealed] = await sealedWork(mirror);
    expect(sealed?.payload.counts.drafts).toBe(LISTED[name]?.length);
    await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
    expect(await mirror.drafts.toArray()).toEqual(before);
  });
});

test('drafts of different forms become one, with the words and photographs of both', async () => {
  const rows = DRAFT_FORMS.flatMap((form) => form.rows);
  const oldest = rows.find(({ id }) => id === `reply:${uuid(0xd1)}`);
  const paged = rows.find(({ pages = [] }) => pages.length === 2);
  const retaken = rows.find(({ retakes }) => retakes !== undefined);
  if (oldest === undefined || paged === undefined || retaken === undefined) throw new Error('the drafts are there');
  await mirror.drafts.bulkPut([oldest, paged, retaken]);
  await moveDraft(mirror, { from: oldest.id, to: paged.id });
  await moveDraft(mirror, { from: paged.id, to: retaken.id });
  expect(await mirror.drafts.toArray()).toEqual([
    {
      id: retaken.id,
      fields: {
        content: '<p>Seguem as fotos.</p><p>Falta o anexo.</p>',
        limitDate: '2026-11-27',
        responsibleId: null,
      },
      fileIds: paged.fileIds,
      pages: [...(retaken.pages ?? []), ...(paged.pages ?? [])],
      photos: retaken.photos,
      retakes: retaken.retakes,
      savedAtMs: retaken.savedAtMs,
    },
  ]);
});

test('rows that were given up in an older version go back into the queue', async () => {
  await mirror.commands.bulkPut(GIVEN_UP.commands);
  await mirror.drafts.bulkPut(GIVEN_UP.drafts);
  const [draft] = GIVEN_UP.drafts;
  const givenUp = draft?.id.slice(GIVEN_UP_PREFIX.length) ?? '';
  const removed = { kind: 'stored', collection: 'organizations', givenUp, commandId: null } as const;
  expect(await undoRemoval(buildContext(mirror), removed)).toBe('all');
  const [switched] = GIVEN_UP.commands;
  expect(await mirror.commands.toArray()).toMatchObject([
    { seq: 1, type: 'create-row', state: 'queued', payload: { fields: { name: 'Habitação', acronym: 'SEHAB' } } },
    { ...switched, payload: { row_names: ['Habitação', 'Trânsito'], status: 'inactive' } },
  ]);
  expect(await mirror.drafts.count()).toBe(0);
});
