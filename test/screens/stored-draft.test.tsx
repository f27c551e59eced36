// What is stored of a form is read once. A page that goes to sleep meanwhile, such as one of a locked phone, ends that reading.

import { useProfile } from '#app/profile/profile.tsx';
import { useStoredDraft } from '#app/shared/draft/use-stored-draft.ts';
import { fallAsleep, wakeUp } from '#mirror/store/page-sleep.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { until } from './harness/hand.ts';
import { show } from './harness/show.tsx';
import { openTown } from './harness/town.ts';

/** The page sleeps for a moment as soon as the drafts are being read. */
function sleepWhileReading(mirror: Mirror): () => number {
  let naps = 0;
  const { core } = mirror;
  const begin = core.transaction.bind(core);
  core.transaction = (tables, ...how) => {
    const begun = begin(tables, ...how);
    if (naps === 0 && tables.includes('drafts')) {
      naps += 1;
      queueMicrotask(() => {
        fallAsleep();
        wakeUp();
      });
    }
    return begun;
  };
  return () => naps;
}

test('a form whose stored text was being read when the page fell asleep is there when it wakes', async () => {
  const mirror = await openTown('Servidor', [buildDocumentRow({ responsibles: [PEOPLE.bia] })]);
  await mirror.drafts.put({ id: 'create', fields: { title: 'Ofício' }, fileIds: [], savedAtMs: NOW_MS });
  const naps = sleepWhileReading(mirror);
  function Form() {
    const stored = useStoredDraft(useProfile().mirror, 'create');
    return <p>{stored === undefined ? 'lendo' : String(stored.row?.fields['title'])}</p>;
  }
  await show(mirror, () => <Form />);
  await until(async () => expect(document.body.textContent).toContain('Ofício'));
  expect(naps()).toBe(1);
});
