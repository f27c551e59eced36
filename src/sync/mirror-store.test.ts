import { afterEach, expect, it } from 'vitest';
import { buildDetails } from '../../test/builders/build-document.ts';
import { BOUND, buildOlderRow } from '../../test/builders/build-older.ts';
import { buildPage } from '../../test/builders/build-page.ts';
import { NOW_MS } from '../../test/builders/moments.ts';
import { assertFolded, openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { applyFetched } from '#mirror/apply/apply-fetched.ts';
import { olderRows } from '#mirror/apply/older-rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { mirrorStore } from './mirror-store.ts';

let mirror: Mirror;
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const older = (id: number) => buildOlderRow({ id, number: id, rev: 10 + id });

it('a document that a bounded walk leaves out is as the server has it after the walk, or gone', async () => {
  mirror = await openTestMirror();
  const store = mirrorStore({ mirror, userId: 7 });
  const walk = { snapshot: true, has_more: true, bounded: BOUND };
  await store.applyPage(buildPage([], { ...walk, scope_epoch: 'e1', next_cursor: 'w1' }));
  await store.applyPage(buildPage([], { scope_epoch: 'e1', next_cursor: 'c1' }));
  await applyFetched(mirror, { rows: [51, 52, 53].map(older), nowMs: NOW_MS });
  // What the person sees has changed, and document 51 before the walk began: no page brings it.
  await store.applyPage(buildPage([], { ...walk, scope_epoch: 'e2', next_cursor: 'w2' }));
  await store.applyPage(buildPage([], { ...walk, scope_epoch: 'e2', next_cursor: 'w3' }));
  await store.applyPage(buildPage([], { scope_epoch: 'e2', next_cursor: 'c2' }));

  const wanted = await store.staleDetails({ limit: 50, nowMs: NOW_MS, skip: new Set([53]) });
  expect({ ...wanted, ids: new Set(wanted.ids) }).toEqual({ ids: new Set([51, 52]), rows: 'full' });
  const row = { ...older(51), rev: 90, title: 'Novo' };
  await store.applyDetails([{ ...buildDetails(row), row }], { asked: [51, 52], nowMs: NOW_MS });
  expect(await mirror.documents.get('s:51')).toMatchObject({ rev: 90, title: 'Novo' });
  expect(await mirror.documents.get('s:52')).toBeUndefined();
  expect([...(await olderRows(mirror)).unverified]).toEqual([53]);
});
