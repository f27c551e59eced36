import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { isWritten, writtenDrafts } from '../keep/written-drafts.ts';
import type { Mirror } from '../store/schema.ts';
import { begunDocuments, keptDrafts } from './drafts.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
});
afterEach(async () => {
  await mirror.delete();
});

it('kept drafts are listed with their words and document, newest first, without empty forms; one on a document out of sight without a way to it', async () => {
  await mirror.drafts.bulkPut([
    { id: 'reply:s:1', fields: { content: '<p>Ciente.</p>' }, fileIds: ['f'], savedAtMs: 1 },
    { id: 'create', fields: { title: 'Medição', content: '' }, fileIds: [], savedAtMs: 3 },
    { id: 'create:x', fields: { title: ' ', content: '<p> </p>' }, fileIds: [], savedAtMs: 4 },
    { id: 'reply:s:99', fields: { content: '<p>Perdido de vista.</p>' }, fileIds: [], savedAtMs: 5 },
    { id: 'transfer:s:1', fields: { responsibleId: 3 }, fileIds: ['g'], savedAtMs: 6 },
  ]);
  expect((await writtenDrafts(mirror)).map(({ id }) => id).toSorted()).toEqual(['create', 'reply:s:1', 'reply:s:99']);
  expect(await keptDrafts(mirror)).toEqual([
    {
      id: 'reply:s:99',
      savedAtMs: 5,
      text: 'Perdido de vista.',
      filesCount: 0,
      reply: { address: null, title: '', ticket: null, localCode: null },
      title: '',
      form: null,
    },
    { id: 'create', savedAtMs: 3, text: '', filesCount: 0, reply: null, title: 'Medição', form: null },
    {
      id: 'reply:s:1',
      savedAtMs: 1,
      text: 'Ciente.',
      filesCount: 1,
      reply: { address: '1', title: 'Interdição parcial da Rua das Aroeiras', ticket: 'PMVI042', localCode: null },
      title: '',
      form: null,
    },
  ]);
});

it.each([
  ['one with a changed field', { id: 'manage:organizations:s:4', fields: { acronym: 'OBRA' }, fileIds: [] }, true],
  ['one whose field was cleared', { id: 'manage:users:s:4', fields: { name: '' }, fileIds: [] }, true],
  ['one with a file alone', { id: 'manage:models:new', fields: {}, fileIds: ['f'] }, true],
  ['an untouched one', { id: 'manage:organizations:new', fields: {}, fileIds: [] }, false],
] as const)('a form of reference data counts as written when something of it was changed: %s', (_what, kept, said) => {
  expect(isWritten({ ...kept, savedAtMs: 1 }, undefined)).toBe(said);
});

it('half-written forms of reference data are listed with what they are about', async () => {
  const command = buildCommand('update-row', { state: 'refused' });
  await mirror.commands.put(command);
  const draft = (id: string, savedAtMs: number) => ({ id, fields: { name: 'Obras novas' }, fileIds: [], savedAtMs });
  await mirror.drafts.bulkPut([
    draft('manage:organizations:new', 5),
    draft('manage:organizations:s:1', 4),
    draft('manage:organizations:s:404', 3),
    draft(`manage:organizations:editar:${command.id}`, 2),
    draft('manage:organizations:editar:none', 1),
    { id: 'manage:alerts:new', fields: {}, fileIds: [], savedAtMs: 6 },
  ]);
  expect(await keptDrafts(mirror)).toMatchObject([
    { title: 'Obras novas', text: 'Obras novas', form: { collection: 'organizations', about: { kind: 'new' } } },
    { form: { about: { kind: 'row', key: 's:1', name: 'Obras' } } },
    { form: { about: { kind: 'gone' } } },
    { form: { about: { kind: 'command', command: { id: command.id } } } },
    { form: { about: { kind: 'gone' } } },
  ]);
});

it('documents that were begun are offered newest first; a form that was emptied again is not, one with photographs alone is', async () => {
  const emptied = { type: 'general_document', title: '', content: '', organizationId: null, limitDate: null, tags: [] };
  await mirror.drafts.bulkPut([
    { id: 'create', fields: emptied, fileIds: [], savedAtMs: 9 },
    { id: 'create:a', fields: { ...emptied, title: 'Poda na praça' }, fileIds: [], savedAtMs: 1 },
    { id: 'create:b', fields: emptied, fileIds: ['f'], savedAtMs: 3 },
    { id: 'create:c', fields: emptied, fileIds: [], photos: ['p'], savedAtMs: 2 },
    { id: 'reply:s:1', fields: { content: '<p>Ciente.</p>' }, fileIds: [], savedAtMs: 4 },
  ]);
  expect((await begunDocuments(mirror)).map(({ id }) => id)).toEqual(['create:b', 'create:c', 'create:a']);
});
