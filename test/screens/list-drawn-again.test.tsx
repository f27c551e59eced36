// How often lists of documents and the state of sending are drawn, by what changes on the device.

import { ListBody } from '#app/features/list-documents/list-body.tsx';
import { type ShownListing, useListing } from '#app/features/list-documents/use-listing.ts';
import { SyncStateProvider, type SyncView, useSyncState } from '#app/shared/connection/use-sync-state.ts';
import { useHome } from '#app/features/home/use-home.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { documentIndexOf } from '#mirror/engine/document-index.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { liveQuery } from 'dexie';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { press, seesText, until } from './harness/hand.ts';
import { show } from './harness/show.tsx';
import { openTown } from './harness/town.ts';
import { setWidth } from './harness/width.ts';

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
  const rows = drawn.at(-1) ?? [];

  await told(mirror, row(1, 100));
  expect(drawn).toHaveLength(before);
  await applyPage(mirror, buildPage([putDocument(row(12, 101))]));
  await until(() => expect(drawn.at(-1)?.map(({ rev }) => rev)).toContain(101));
  expect(drawn.at(-1)?.map((one) => rows.includes(one))).toEqual([false, ...Array<boolean>(9).fill(true)]);
});

it.each(['desk', 'phone'] as const)('on a %s a tick draws its own row again and no other (S109)', async (width) => {
  const mirror = await openTown('Servidor', [row(1, 1), row(2, 2), row(3, 3)]);
  const reads = new Map<string, number>();
  const counted = (document: ListedDocument): ListedDocument =>
    Object.defineProperty({ ...document }, 'title', {
      enumerable: true,
      get() {
        reads.set(document.title, (reads.get(document.title) ?? 0) + 1);
        return document.title;
      },
    });
  setWidth(width);
  function List() {
    const listing = useListing({}, false);
    const [first, setFirst] = useState<ShownListing>();
    if (listing !== undefined && first === undefined) setFirst({ ...listing, rows: listing.rows.map(counted) });
    if (first === undefined) return null;
    const isSelecting = width === 'phone';
    return (
      <ListBody
        listing={first}
        exceptionsOnly={false}
        onChange={NOTHING}
        isSelecting={isSelecting}
        onSelecting={NOTHING}
      />
    );
  }
  const component = () => (
    <SyncStateProvider>
      <List />
    </SyncStateProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  await show(mirror, () => <RouterProvider router={router} />);
  await press('checkbox', 'Selecionar Documento 3');
  await seesText('1 item foi selecionado');
  reads.clear();

  await press('checkbox', 'Selecionar Documento 2');
  await seesText('2 itens foram selecionados');
  expect([...reads.keys()]).toEqual(['Documento 2']);
});

it('what a person received last is not drawn again for another document, and only what changed of it is another object', async () => {
  const received = (id: number, rev: number) => ({ ...row(id, rev), responsibles: [PEOPLE.ana] });
  const mirror = await openTown(
    'Servidor',
    [...Array(12).keys()].map((place) => received(place + 1, place + 1)),
  );
  const drawn: (readonly ListedDocument[])[] = [];
  await show(mirror, function Received() {
    drawn.push(useHome()?.recent ?? []);
    return null;
  });
  await until(() => expect(drawn.at(-1)).toHaveLength(10));
  const before = drawn.length;
  const rows = drawn.at(-1) ?? [];
  const other = [...Array(12).keys()].map((place) => place + 1).find((id) => rows.every((one) => one.serverId !== id));

  await told(mirror, received(other ?? 0, 100));
  expect(drawn).toHaveLength(before);
  await applyPage(mirror, buildPage([putDocument(received(rows[3]?.serverId ?? 0, 101))]));
  await until(() => expect(drawn.at(-1)?.[3]?.rev).toBe(101));
  const same = drawn.at(-1)?.map((one, at) => one === rows[at]);
  expect(same).toEqual(rows.map((_row, at) => at !== 3));
});

it('the state of sending is drawn again for another minute of contact, and not for another page in it', async () => {
  const mirror = await openTown('Servidor', [row(1, 1)]);
  const drawn: SyncView[] = [];
  function View() {
    drawn.push(useSyncState());
    return null;
  }
  await show(mirror, () => (
    <SyncStateProvider>
      <View />
    </SyncStateProvider>
  ));
  const contact = (value: number) => writeMeta(mirror, { name: 'refreshedAtMs', value });
  const told = (value: number) => until(() => expect(drawn.at(-1)?.summary.refreshedAtMs).toBe(value));
  await contact(NOW_MS);
  await told(NOW_MS);
  const before = drawn.length;
  for (const second of [1, 20, 59]) {
    await contact(NOW_MS + second * 1_000);
    expect(drawn).toHaveLength(before);
  }
  await contact(NOW_MS + 60_000);
  await told(NOW_MS + 60_000);
  expect(drawn).toHaveLength(before + 1);
});

const NOTHING = () => undefined;

/** Draws the list; returns the rows each time, none while there is no answer yet. */
async function draw(mirror: Mirror): Promise<readonly (readonly ListedDocument[])[]> {
  const drawn: (readonly ListedDocument[])[] = [];
  await show(mirror, function List() {
    drawn.push(useListing({}, false)?.rows ?? []);
    return null;
  });
  return drawn;
}

/**
 * Applies the row; every live query has heard of it by then, because another one that asked later
 * has its answer.
 */
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
