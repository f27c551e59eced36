// A reply that is being written while the server gives the id of its document to another one (I11):
// nothing of it is sent there.

import { beforeEach, expect, test } from 'vitest';
import { chooseEditor } from '#app/device/editor-choice.ts';
import { respond } from '#commands/documents/respond.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { saveDraft } from '#mirror/keep/drafts.ts';
import { keptDrafts } from '#mirror/questions/drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { buildContext } from '../builders/open-test-mirror.ts';
import { field, fill, find, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const X = buildDocumentRow({ title: 'Interdição da rua', responsibles: [PEOPLE.bia], mark: 'XXXXXXXX' });
const Y = buildDocumentRow({ title: 'Poda de árvores', responsibles: [PEOPLE.bia], mark: 'YYYYYYYY', rev: 1_000 });

beforeEach(() => chooseEditor('simple'));

const replace = (mirror: Mirror) => applyPage(mirror, buildPage([putDocument(Y)], { next_cursor: 'c2' }));
const kept = async (mirror: Mirror) => (await keptDrafts(mirror)).map(({ id, text }) => [id, text]);
const open = async (mirror: Mirror) => openScreen({ mirror, path: '/admin/view-document/1' });

test('what is typed on one document is not in the box of the other, and stays in the list of drafts', async () => {
  const mirror = await openTown('Servidor', [X]);
  await open(mirror);
  await fill('Sua resposta', 'Só para a interdição.');
  await until(async () => expect((await mirror.drafts.get('reply:s:1'))?.mark).toBe('XXXXXXXX'));
  await replace(mirror);
  await until(() => seesText('Poda de árvores'));
  await until(async () => expect((await field('Sua resposta')).value).toBe(''));
  await until(async () => expect(await kept(mirror)).toEqual([['reply:x:XXXXXXXX', 'Só para a interdição.']]));
});

test('a reply that was kept under the id opens on its own document alone', async () => {
  const mirror = await openTown('Servidor', [Y]);
  const fields = { content: '<p>Só para a interdição.</p>' };
  await saveDraft(mirror, { id: 'reply:s:1', fields, fileIds: [], mark: 'XXXXXXXX', savedAtMs: NOW_MS });
  await open(mirror);
  await find('button', /Responder/);
  expect((await field('Sua resposta')).value).toBe('');
  expect(await kept(mirror)).toEqual([['reply:x:XXXXXXXX', 'Só para a interdição.']]);
});

test('a press on "Responder" that comes after the replacement stores nothing', async () => {
  const mirror = await openTown('Servidor', [Y]);
  const sent = await respond(buildContext(mirror), {
    documentKey: 's:1',
    seen: X,
    content: '<p>Só para a interdição.</p>',
    limitDate: null,
    responsibleIds: null,
    organizationIds: [],
    fileIds: [],
  });
  expect(sent.kind).toBe('refused');
  expect(await mirror.commands.count()).toBe(0);
});
