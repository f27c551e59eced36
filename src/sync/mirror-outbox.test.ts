import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCommand, buildError, buildReceipt } from '../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow, buildFull, buildLog } from '../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../test/builders/build-page.ts';
import { PEOPLE } from '../../test/builders/build-people.ts';
import { NOW_MS } from '../../test/builders/moments.ts';
import { assertFolded, openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { applyAnswer } from '#mirror/apply/apply-answer.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { refold } from '#mirror/fold/refold.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { loadPlainServer } from './load-plain-server.ts';
import { mirrorOutbox } from './mirror-outbox.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const row = buildDocumentRow();
const transfer = buildLog({ id: 9, action: 'transfer', creator: PEOPLE.caio, responsibles: [PEOPLE.davi] });

async function recordConflict(rev: number, documentKey = 's:1'): Promise<void> {
  const outbox = mirrorOutbox({ mirror, userId: PEOPLE.ana.id }, loadPlainServer);
  const command = buildCommand('respond', { documentKey });
  await mirror.commands.put(command);
  const claimed = await outbox.claim(command.id, { token: 't', nowMs: NOW_MS, untilMs: NOW_MS + 1000 });
  expect(claimed).not.toBeNull();
  const document = buildFull({ ...row, rev, responsibles: [PEOPLE.davi] }, { logs: [transfer] });
  const outcome = { kind: 'conflict', error: buildError({ class: 'conflict', status: 409 }), document } as const;
  await outbox.record(command, { outcome, token: 't', nowMs: NOW_MS, random: 0 });
  expect(await mirror.commands.get(command.seq)).toMatchObject({ state: 'conflict', lease: null });
}

test('a conflict brings the document as it is now and who changed it, without another question', async () => {
  await applyPage(mirror, buildPage([putDocument(row)]));
  await recordConflict(row.rev + 5);
  expect(await mirror.documents.get('s:1')).toMatchObject({ rev: row.rev + 5, responsibles: [PEOPLE.davi] });
  expect(await mirror.details.get('s:1')).toMatchObject({ rev: row.rev + 5, logs: [transfer] });
});

test('the document of a conflict never sets a newer row or newer details back', async () => {
  const newer = { ...row, rev: row.rev + 9, responsibles: [PEOPLE.bia] };
  await applyPage(mirror, buildPage([putDocument(newer)]));
  await applyDetails(mirror, [buildDetails(newer)]);
  await recordConflict(row.rev + 5);
  expect(await mirror.documents.get('s:1')).toMatchObject({ rev: newer.rev, responsibles: [PEOPLE.bia] });
  expect(await mirror.details.get('s:1')).toMatchObject({ rev: newer.rev });
});

test('a device without space for the document of a conflict still records the conflict', async () => {
  await applyPage(mirror, buildPage([putDocument(row)]));
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.details.hook('creating', refuse);
  await recordConflict(row.rev + 5);
  expect(await mirror.documents.get('s:1')).toMatchObject({ rev: row.rev });
  mirror.details.hook('creating').unsubscribe(refuse);
});

test('the document of a conflict takes along the reply that is written under its other key', async () => {
  await applyPage(mirror, buildPage([putDocument(row)]));
  const draft = { fields: { content: '<p>Ciente.</p>' }, fileIds: [], savedAtMs: NOW_MS };
  await mirror.drafts.put({ id: replyDraftOf('s:1'), ...draft });
  await recordConflict(row.rev + 5, 'made-here');
  expect(await mirror.drafts.toArray()).toEqual([{ id: replyDraftOf('made-here'), ...draft }]);
  expect((await mirror.documents.toArray()).map(({ key }) => key)).toEqual(['made-here']);
});

test('a command finds the document of a creation that is known by its receipt alone', async () => {
  const outbox = mirrorOutbox({ mirror, userId: PEOPLE.ana.id }, loadPlainServer);
  const creation = buildCommand('create-document', { documentKey: 'made-here' });
  await mirror.commands.put(creation);
  await refold(mirror, creation.documentKey);
  expect(await outbox.serverIdOf('made-here')).toBeNull();
  const receipt = buildReceipt({ key: creation.id, type: creation.type, ids: { document_id: 55 } });
  await applyAnswer(mirror, { command: creation, answer: { receipt }, nowMs: NOW_MS });
  expect(await outbox.serverIdOf('made-here')).toBe(55);
});
