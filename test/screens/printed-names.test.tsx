// A printed document names people as the screen does: with the name that they had when they acted,
// where it is another one now (S155).

import { PrintSheet } from '#app/acts/print/print-sheet.tsx';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { viewDocument } from '#mirror/questions/view-document.ts';
import { expect, test } from 'vitest';
import { buildDetails, buildDocumentRow, buildInteraction, buildLog } from '../builders/build-document.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS, TODAY, ZONE } from '../builders/moments.ts';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { textOf } from './harness/accessible.ts';
import { until } from './harness/hand.ts';
import { show } from './harness/show.tsx';

test('the former name stands behind the present one, in the thread and in the history', async () => {
  const mirror = await openTestMirror();
  const row = buildDocumentRow();
  await applyPage(mirror, buildPage([putDocument(row)]));
  const interactions = [buildInteraction({ id: 1, creator_then: 'Ana Souza' })];
  const logs = [buildLog({ id: 3, action: 'completion', creator_then: 'Ana Souza' })];
  await applyDetails(mirror, [buildDetails(row, { interactions, logs })]);
  const person = { userId: PEOPLE.ana.id, superAdmin: false, acronym: 'PMVI' };
  const view = await viewDocument(mirror, { address: '1', person, today: TODAY, zone: ZONE });
  if (view === null) throw new Error('not on this device');
  const facts = {
    person: PEOPLE.ana,
    tenant: { name: 'Vale do Ipê', logo: null },
    zone: ZONE,
    today: TODAY,
    nowMs: NOW_MS,
    checkedAtMs: NOW_MS,
    network: 'ok',
    origin: 'https://malote.example',
  } as const;
  await show(mirror, () => <PrintSheet view={view} facts={facts} />);
  const seen = await until(() => {
    const item = document.querySelector('ol li:last-child');
    const record = document.querySelector('tbody tr:last-child');
    if (item === null || record === null) throw new Error('nothing is drawn');
    return [textOf(item), textOf(record)];
  });
  for (const text of seen) expect(text).toContain('(na época, Ana Souza)');
});
