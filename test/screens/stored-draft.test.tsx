// What is stored of a form is read once. A page that goes to sleep meanwhile, such as one of a
// locked phone, ends that reading.

import { chooseEditor } from '#app/device/editor-choice.ts';
import { ReplyBox } from '#app/features/respond/reply-box.tsx';
import { useProfile, useLive } from '#app/profile/profile.tsx';
import { useStoredDraft } from '#app/shared/draft/use-stored-draft.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { viewDocument } from '#mirror/questions/view-document.ts';
import { fallAsleep, wakeUp } from '#mirror/store/page-sleep.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { field, press, until } from './harness/hand.ts';
import { show } from './harness/show.tsx';
import { openTown } from './harness/town.ts';

const nothing = () => undefined;

/** The page sleeps for a moment as soon as the drafts are being read. */
function sleepWhileReading(mirror: Mirror): () => number {
  let sleeps = 0;
  const { core } = mirror;
  const begin = core.transaction.bind(core);
  core.transaction = (tables, ...how) => {
    const begun = begin(tables, ...how);
    if (sleeps === 0 && tables.includes('drafts')) {
      sleeps += 1;
      queueMicrotask(() => {
        fallAsleep();
        wakeUp();
      });
    }
    return begun;
  };
  return () => sleeps;
}

/** The drafts of this device can't be read until the answer is called. */
function breakReading(mirror: Mirror): () => void {
  const { core } = mirror;
  const begin = core.transaction.bind(core);
  core.transaction = (tables, ...how) => {
    if (tables.includes('drafts')) throw new DOMException('The database is damaged.', 'UnknownError');
    return begin(tables, ...how);
  };
  return () => {
    core.transaction = begin;
  };
}

test('a form whose stored text was being read when the page fell asleep is there when it wakes', async () => {
  const mirror = await openTown('Servidor', [buildDocumentRow({ responsibles: [PEOPLE.bia] })]);
  await mirror.drafts.put({ id: 'create', fields: { title: 'Ofício' }, fileIds: [], savedAtMs: NOW_MS });
  const sleeps = sleepWhileReading(mirror);
  function Form() {
    const stored = useStoredDraft(useProfile().mirror, 'create');
    return <p>{stored === undefined ? 'lendo' : String(stored.row?.fields['title'])}</p>;
  }
  await show(mirror, () => <Form />);
  await until(async () => expect(document.body.textContent).toContain('Ofício'));
  expect(sleeps()).toBe(1);
});

test('a reply that cannot be read leaves its document to be read, and can be asked for again', async () => {
  const row = buildDocumentRow({ responsibles: [PEOPLE.bia] });
  const mirror = await openTown('Servidor', [row]);
  const fields = { content: '<p>Equipe enviada.</p>', limitDate: row.limit_date, responsibleId: null };
  await mirror.drafts.put({ id: replyDraftOf('s:1'), fields, fileIds: [], savedAtMs: NOW_MS });
  chooseEditor('simple');
  const mend = breakReading(mirror);
  function Screen() {
    const { mirror: mine, person, today, zone } = useProfile();
    const view = useLive(
      () => viewDocument(mine, { address: 's:1', person, today, zone }),
      [mine, person, today, zone],
    );
    if (!view) return null;
    return (
      <>
        <p>{view.document.title}</p>
        <ReplyBox view={view} editing={null} onEdited={nothing} more={() => null} pagesOpen={[null, nothing]} />
      </>
    );
  }
  const router = createRouter({ routeTree: createRootRoute({ component: Screen }), history: createMemoryHistory() });
  await show(mirror, () => <RouterProvider router={router} />);
  await until(async () => expect(document.querySelector("[role='alert']")?.textContent).toContain('sua resposta'));
  expect(document.body.textContent).toContain(row.title);
  mend();
  await press('button', 'Tentar de novo');
  await until(async () => expect((await field('Sua resposta')).value).toBe('Equipe enviada.'));
});
