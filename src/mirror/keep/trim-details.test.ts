import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import type { Mirror } from '../store/schema.ts';
import { keyOfServerId } from '../store/rows.ts';
import { DETAILS_DAYS, trimDetails } from './trim-details.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString();

it('details of documents finished, still and unopened for long are dropped; all others stay, and all rows', async () => {
  const old = { stored_status: 'completed', status: 'completed', last_activity_at: daysAgo(DETAILS_DAYS + 2) } as const;
  const rows = [
    buildDocumentRow({ id: 1, ...old }),
    buildDocumentRow({ id: 2, ...old, stored_status: 'under_review', status: 'overdue' }),
    buildDocumentRow({ id: 3, ...old, last_activity_at: daysAgo(DETAILS_DAYS - 2) }),
    buildDocumentRow({ id: 4, ...old }),
    buildDocumentRow({ id: 5, ...old }),
    buildDocumentRow({ id: 6, ...old }),
  ];
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  await applyDetails(
    mirror,
    rows.map((row) => buildDetails(row)),
  );
  await mirror.details.update(keyOfServerId(4), { openedAtMs: NOW_MS - DAY_MS });
  await mirror.details.update(keyOfServerId(5), { openedAtMs: NOW_MS - (DETAILS_DAYS + 1) * DAY_MS });
  await mirror.commands.put(buildCommand('respond', { documentKey: keyOfServerId(6) }));

  await trimDetails(mirror, NOW_MS);

  expect(await mirror.details.toCollection().primaryKeys()).toEqual([2, 3, 4, 6].map(keyOfServerId));
  expect(await mirror.documents.count()).toBe(rows.length);
});
