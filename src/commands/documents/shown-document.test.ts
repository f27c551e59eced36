// A form that was opened on a document before the mirror learned more: the command says what its
// author had on the screen, and is judged by that (rule E6, src/sync/promises.md, hazard 31).

import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import {
  assertFolded,
  buildContext,
  openTestMirror,
  type TestContext,
} from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import type { MirrorDocument } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { completeDocument, reopenDocument } from './complete-document.ts';
import { reassignDocument } from './reassign-document.ts';
import { respond } from './respond.ts';

const documentKey = 's:1';
const reply = { documentKey, content: '', limitDate: null, responsibleIds: null, organizationIds: [], fileIds: [] };
const MARK = 'a'.repeat(32);

let mirror: Mirror;
let context: TestContext;

beforeEach(async () => {
  mirror = await openTestMirror();
  context = buildContext(mirror);
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

/** The document as the form shows it, before the page `then` changes the mirror. */
async function shownBefore(
  row: Parameters<typeof buildDocumentRow>[0],
  then: Parameters<typeof buildDocumentRow>[0],
): Promise<MirrorDocument> {
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ mark: MARK, ...row }))]));
  const shown = await mirror.documents.get(documentKey);
  if (shown === undefined) throw new Error('no document');
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ rev: 900, mark: MARK, ...row, ...then }))]));
  return shown;
}

const stored = () => mirror.commands.toArray();
const toCaio = { responsibles: [PEOPLE.caio], organizations: [SECTORS.archive] };

it('a transfer of what somebody else has transferred meanwhile names the responsible that was shown', async () => {
  const seen = await shownBefore({}, toCaio);
  const transfer = { ...reply, seen, responsibleIds: [PEOPLE.ana.id] };
  expect(await respond(context, transfer)).toMatchObject({ kind: 'stored' });
  expect(await stored()).toMatchObject([
    { basedOn: { responsible_ids: [PEOPLE.bia.id], mark: MARK }, mayBeRefused: true },
  ]);
  expect(await mirror.documents.get(documentKey)).toMatchObject({ responsibles: [{ id: PEOPLE.caio.id }] });
});

it('a completion names the responsibles and the date that were shown, and the server decides', async () => {
  const seen = await shownBefore({}, { ...toCaio, limit_date: '2026-12-20' });
  expect(await completeDocument(context, { documentKey, seen })).toMatchObject({ kind: 'stored' });
  expect(await stored()).toMatchObject([
    {
      basedOn: { responsible_ids: [PEOPLE.bia.id], limit_date: '2026-11-27' },
      payload: { limit_date: '2026-11-27' },
      mayBeRefused: true,
    },
  ]);
});

it('a completion of what was completed meanwhile is refused at once', async () => {
  const seen = await shownBefore({}, { stored_status: 'completed', status: 'completed' });
  expect(await completeDocument(context, { documentKey, seen })).toMatchObject({
    refusals: [{ code: 'document_completed' }],
  });
});

it.each(['2026-12-05', '2026-12-20'])('an extension to %s beside another one to 20/12 is stored', async (limitDate) => {
  const seen = await shownBefore({}, { limit_date: '2026-12-20', stored_status: 'extended', status: 'extended' });
  expect(await respond(context, { ...reply, seen, limitDate })).toMatchObject({ kind: 'stored' });
  expect(await stored()).toMatchObject([
    { basedOn: { limit_date: '2026-11-27' }, payload: { limit_date: limitDate }, mayBeRefused: false },
  ]);
  expect(await mirror.documents.get(documentKey)).toMatchObject({ limit_date: '2026-12-20' });
});

it('an extension of what was completed meanwhile is left to its author', async () => {
  const seen = await shownBefore({}, { stored_status: 'completed', status: 'completed' });
  await respond(context, { ...reply, seen, limitDate: '2026-12-05' });
  expect(await stored()).toMatchObject([{ basedOn: { status: 'under_review' }, mayBeRefused: true }]);
});

it('a redistribution of what was transferred meanwhile is refused at once (S71)', async () => {
  const admin = buildContext(mirror, { ...context.session, roles: [{ id: 1, name: 'Super Admin', permissions: [] }] });
  const seen = await shownBefore({}, toCaio);
  const fields = { documentKey, seen, responsibleId: PEOPLE.ana.id, organizationId: null, reason: 'Férias' };
  expect(await reassignDocument(admin, fields)).toMatchObject({ refusals: [{ code: 'moved_meanwhile' }] });
  expect(await stored()).toEqual([]);
});

it('a reopening names what was shown', async () => {
  const seen = await shownBefore({ stored_status: 'completed', status: 'completed' }, { limit_date: '2026-12-20' });
  expect(await reopenDocument(context, { documentKey, seen, limitDate: null })).toMatchObject({ kind: 'stored' });
  expect(await stored()).toMatchObject([{ basedOn: { status: 'completed', limit_date: '2026-11-27' } }]);
});

it.each([
  ['completed', () => ({}), completeDocument],
  ['reopened', () => ({ limitDate: null }), reopenDocument],
])('another document under the same key is not %s (I11)', async (_act, more, verb) => {
  const seen = await shownBefore({}, { mark: 'b'.repeat(32) });
  expect(await verb(context, { documentKey, seen, limitDate: null, ...more() })).toMatchObject({
    refusals: [{ code: 'not_allowed' }],
  });
});
