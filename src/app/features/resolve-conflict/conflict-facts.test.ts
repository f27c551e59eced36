// What the title of a conflict says. The row of a document comes before its thread, and may stand
// on the device alone.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCommand, buildError } from '../../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow, buildLog } from '../../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../../test/builders/build-people.ts';
import { minutesFromNow, NOW_MS, TODAY, ZONE } from '../../../../test/builders/moments.ts';
import { openTestMirror, storeFolded } from '../../../../test/builders/open-test-mirror.ts';
import type { DocumentLog, DocumentRow } from '#contract/documents.ts';
import type { ConflictCode } from '#domain/refusals.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { viewDocument } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { keyOfServerId } from '#mirror/store/server-key.ts';
import { conflictFacts } from './conflict-facts.ts';

const { bia, caio, davi } = PEOPLE;
let mirror: Mirror;

beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

type Meanwhile = { readonly code: ConflictCode; readonly row: Partial<DocumentRow>; readonly logs?: DocumentLog[] };

/**
 * The title of the conflict of Ana's transfer to Davi. `logs`: the thread that is on the device;
 * none when absent.
 */
async function titleAfter({ code, row: changed, logs }: Meanwhile): Promise<string | undefined> {
  const row = buildDocumentRow(changed);
  await applyPage(mirror, buildPage([putDocument(row)]));
  if (logs !== undefined) {
    await mirror.details.put({ ...buildDetails(row, { logs }), key: keyOfServerId(row.id), openedAtMs: 0 });
  }
  await storeFolded(
    mirror,
    buildCommand('respond', {
      state: 'conflict',
      lastError: buildError({ class: 'conflict', status: 409, code }),
      payload: { content: '', responsible_ids: [davi.id] },
    }),
  );
  const [item] = await outboxItems(mirror, { nowMs: NOW_MS });
  const person = { userId: 7, superAdmin: false, acronym: 'PMVI' };
  const view = await viewDocument(mirror, { address: 's:1', person, today: TODAY, zone: ZONE });
  if (item === undefined || view === null) throw new Error('the conflict and its document are on the device');
  return conflictFacts({ item, view, here: { today: TODAY, zone: ZONE } })?.title.replaceAll(/\s/g, ' ');
}

const transfer = buildLog({
  id: 3,
  action: 'transfer',
  creator: bia,
  responsibles: [caio],
  created_at: minutesFromNow(-10),
  performed_at: minutesFromNow(-10),
});

test('the title of a conflict names who transferred the document, to whom and when', async () => {
  expect(await titleAfter({ code: 'responsible_changed', row: { responsibles: [caio] }, logs: [transfer] })).toBe(
    'PMVI 042 foi transferido para Caio Porto por Bia Souza às 10:50, enquanto você estava sem internet.',
  );
});

test('a transfer whose thread is not on the device is told with the person whom the row of the document names', async () => {
  expect(await titleAfter({ code: 'responsible_changed', row: { responsibles: [caio] } })).toBe(
    'PMVI 042 foi transferido para Caio Porto, enquanto você estava sem internet.',
  );
});

test('a thread that ends before the transfer does not name the person of an earlier one', async () => {
  const earlier = buildLog({ id: 2, action: 'creation', responsibles: [bia] });
  expect(await titleAfter({ code: 'responsible_changed', row: { responsibles: [caio] }, logs: [earlier] })).toBe(
    'PMVI 042 foi transferido para Caio Porto, enquanto você estava sem internet.',
  );
});

test('a completion whose thread is not on the device is told without a person', async () => {
  expect(await titleAfter({ code: 'completed_meanwhile', row: { stored_status: 'completed' } })).toBe(
    'PMVI 042 foi finalizado, enquanto você estava sem internet.',
  );
});

test('a completion in conflict tells whose the document was and whose it is', async () => {
  const row = buildDocumentRow({ responsibles: [caio] });
  await applyPage(mirror, buildPage([putDocument(row)]));
  const error = buildError({ class: 'conflict', status: 409, code: 'responsible_changed' });
  const basedOn = { status: 'under_review' as const, limit_date: row.limit_date, responsible_ids: [davi.id] };
  await storeFolded(mirror, buildCommand('complete-document', { state: 'conflict', lastError: error, basedOn }));
  const [item] = await outboxItems(mirror, { nowMs: NOW_MS });
  const person = { userId: 7, superAdmin: false, acronym: 'PMVI' };
  const view = await viewDocument(mirror, { address: 's:1', person, today: TODAY, zone: ZONE });
  if (item === undefined || view === null) throw new Error('the conflict and its document are on the device');
  expect(conflictFacts({ item, view, here: { today: TODAY, zone: ZONE } })).toMatchObject({
    title: 'PMVI 042 foi transferido para Caio Porto, enquanto você estava sem internet.',
    facts: { completes: true, isCompleted: false },
    yours: { status: 'completed', to: null, withIds: [davi.id] },
    words: { completes: true, currentlyWith: 'Caio Porto' },
  });
});
