// How often the list of documents is drawn, by what changes on the device.

import { useListing } from '#app/features/list-documents/use-listing.ts';
import { ProfileProvider } from '#app/profile/profile.tsx';
import type { OpenProfile } from '#app/profile/profile-store.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { documentIndexOf } from '#mirror/questions/document-index.ts';
import { holdReadAhead } from '#mirror/questions/held-first-page.ts';
import { keepFirstPage } from '#mirror/questions/keep-first-page.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import { firstPageAhead } from '#mirror/store/read-ahead.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { liveQuery } from 'dexie';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { buildSession, PEOPLE } from '../builders/build-people.ts';
import { uuid } from '../builders/build-command.ts';
import { NOW_MS } from '../builders/moments.ts';
import { until } from './harness/hand.ts';
import { noteOpened } from './harness/opened.ts';
import { NO_SYNC } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const at = (minute: number) => `2026-11-12T11:${String(minute).padStart(2, '0')}:00.000Z`;
const row = (id: number, rev: number) =>
  buildDocumentRow({ id, number: id, rev, title: `Documento ${id}`, created_at: at(id) });

it('the list is not drawn again for a document of another page, and is for one of its own', async () => {
  const mirror = await openTown(
    'Servidor',
    [...Array(12).keys()].map((place) => row(place + 1, place + 1)),
  );
  const drawn = await draw(mirror);
  await until(() => expect(drawn.at(-1)).toHaveLength(10));
  const before = drawn.length;

  await told(mirror, row(1, 100));
  expect(drawn).toHaveLength(before);
  await applyPage(mirror, buildPage([putDocument(row(12, 101))]));
  await until(() => expect(drawn.at(-1)).toContain(101));
});

it('the first list of a start has its rows when it is drawn first, and is drawn once', async () => {
  const mirror = await openTown('Servidor', [row(1, 1), row(2, 2)]);
  await keepFirstPage(mirror);
  await firstPageAhead(mirror.name);
  await mirror.transaction('r', mirror.tables, async () => holdReadAhead(mirror));
  const drawn = await draw(mirror);
  await until(() => expect(drawn.at(-1)).toEqual([2, 1]));
  await told(mirror, row(2, 3));
  await until(() => expect(drawn.at(-1)).toEqual([3, 1]));
  expect(drawn).toEqual([
    [2, 1],
    [3, 1],
  ]);
});

/** Draws the list; answers the revs of the rows each time, none while there is no answer yet. */
async function draw(mirror: Mirror): Promise<readonly (readonly number[])[]> {
  const drawn: (readonly number[])[] = [];
  function List() {
    const listing = useListing({}, false);
    drawn.push(listing?.rows.map(({ rev }) => rev) ?? []);
    return null;
  }
  const session = (await sessionOf(mirror)) ?? buildSession();
  const root = createRoot(document.body);
  noteOpened(() => root.unmount());
  const profile: OpenProfile = {
    userId: PEOPLE.ana.id,
    mirror,
    session,
    sync: NO_SYNC,
    clock: () => NOW_MS,
    newId: () => uuid(1),
    wake: () => undefined,
  };
  root.render(
    <ProfileProvider profile={profile}>
      <List />
    </ProfileProvider>,
  );
  return drawn;
}

/** Applies the row; every live query has heard of it by then, because another one that asked later has its answer. */
async function told(mirror: Mirror, changed: ReturnType<typeof row>): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    const watching = liveQuery(() => documentIndexOf(mirror)).subscribe((entries) => {
      if (!entries.some(({ rev }) => rev === changed.rev)) return;
      watching.unsubscribe();
      resolve();
    });
  });
  await applyPage(mirror, buildPage([putDocument(changed)]));
  await heard;
  // What React was told is drawn in a task of its own.
  await new Promise((resolve) => requestAnimationFrame(resolve));
}
