// The same form in two tabs of one person: what one of them has sent is no longer the other's to
// give away.

import { expect, test } from 'vitest';
import { respond } from '#commands/documents/respond.ts';
import { saveDraft } from '#mirror/keep/drafts.ts';
import { blobOf, dropFilesOf, keepFile } from '#mirror/keep/files.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { draftOwnerOf } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { uuid } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { buildContext } from '../builders/open-test-mirror.ts';
import { fileOf } from './harness/files.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const DOCUMENT = buildDocumentRow({ title: 'Interdição da rua', responsibles: [PEOPLE.bia] });
const KEY = 's:1';
const DRAFT = replyDraftOf(KEY);
const FILE = uuid(1);
const FILES_TAKEN =
  'Nada foi enviado por esta aba: os anexos dela já saíram em outra. Tire os anexos daqui, ou recarregue a página.';

/** This tab, with a reply that is being written: words and a file. */
async function openReply(): Promise<Mirror> {
  const mirror = await openTown('Servidor', [DOCUMENT]);
  await keepFile(mirror, { id: FILE, owner: draftOwnerOf(DRAFT), file: fileOf('croqui.pdf'), nowMs: NOW_MS });
  const fields = { content: '<p>Segue o croqui.</p>' };
  await saveDraft(mirror, { id: DRAFT, fields, fileIds: [FILE], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: '/admin/view-document/1' });
  await find('button', /^croqui\.pdf/);
  return mirror;
}

/** The other tab sends what this one shows. */
async function sendElsewhere(mirror: Mirror): Promise<void> {
  const sent = await respond(buildContext(mirror), {
    documentKey: KEY,
    content: '<p>Segue o croqui.</p>',
    limitDate: null,
    responsibleIds: null,
    organizationIds: [],
    fileIds: [FILE],
    draftId: DRAFT,
  });
  expect(sent.kind).toBe('stored');
}

const replies = (mirror: Mirror) => mirror.commands.filter(({ type }) => type === 'respond').toArray();

test('a file that the other tab has sent is not erased by taking it out of this form', async () => {
  const mirror = await openReply();
  await sendElsewhere(mirror);
  await press('button', 'Remover croqui.pdf');
  await until(() => expect(names('button')).not.toContain('Remover croqui.pdf'));
  await until(async () => expect((await mirror.drafts.get(DRAFT))?.fileIds).toEqual([]));
  expect((await blobOf(mirror, FILE))?.size).toBeGreaterThan(0);
});

test('what the other tab has sent is not sent again, which is told', async () => {
  const mirror = await openReply();
  await sendElsewhere(mirror);
  await press('button', 'Responder');
  await seesText(FILES_TAKEN);
  const sent = await replies(mirror);
  expect(sent).toHaveLength(1);
  expect((await mirror.files.get(FILE))?.owner).toBe(`command:${sent[0]?.id}`);
  await press('button', 'Remover croqui.pdf');
  await press('button', 'Responder');
  await until(async () => expect(await replies(mirror)).toHaveLength(2));
  expect((await blobOf(mirror, FILE))?.size).toBeGreaterThan(0);
});

test('neither is a file that the other tab has erased', async () => {
  const mirror = await openReply();
  await dropFilesOf(mirror, draftOwnerOf(DRAFT));
  await press('button', 'Responder');
  await seesText(FILES_TAKEN);
  expect(await replies(mirror)).toEqual([]);
});
