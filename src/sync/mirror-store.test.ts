import { afterEach, expect, it, vi } from 'vitest';
import { buildDetails } from '../../test/builders/build-document.ts';
import { BOUND, buildOlderRow } from '../../test/builders/build-older.ts';
import { buildPage } from '../../test/builders/build-page.ts';
import { buildSession } from '../../test/builders/build-people.ts';
import { NOW_MS } from '../../test/builders/moments.ts';
import { assertFolded, openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { applyFetched } from '#mirror/apply/apply-fetched.ts';
import { letGoOfOlder, olderRows } from '#mirror/apply/older-rows.ts';
import { readMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { mirrorStore } from './mirror-store.ts';

let mirror: Mirror;
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const older = (id: number) => buildOlderRow({ id, number: id, rev: 10 + id });

/** Older documents 51 to 53, and a walk for another sight that left them open. */
async function walkedAgain() {
  mirror = await openTestMirror();
  const store = mirrorStore({ mirror, userId: 7 });
  const walk = { snapshot: true, has_more: true, bounded: BOUND };
  await store.applyPage(buildPage([], { ...walk, scope_epoch: 'e1', next_cursor: 'w1' }));
  await store.applyPage(buildPage([], { scope_epoch: 'e1', next_cursor: 'c1' }));
  await applyFetched(mirror, { rows: [51, 52, 53].map(older), nowMs: NOW_MS });
  await store.applyPage(buildPage([], { ...walk, scope_epoch: 'e2', next_cursor: 'w2' }));
  await store.applyPage(buildPage([], { ...walk, scope_epoch: 'e2', next_cursor: 'w3' }));
  await store.applyPage(buildPage([], { scope_epoch: 'e2', next_cursor: 'c2' }));
  return store;
}

it('a session that was on its way when its person left is not kept', async () => {
  mirror = await openTestMirror();
  const store = mirrorStore({ mirror, userId: 7 });
  const name = 'Ana Maria';
  await store.keepSession(buildSession({ name }));
  expect(await readMeta(mirror, 'session')).toMatchObject({ name });
  await mirror.meta.clear();
  await store.keepSession(buildSession({ name }));
  expect(await readMeta(mirror, 'session')).toBeUndefined();
});

const whole = (row: ReturnType<typeof older>) => ({ ...buildDetails(row), row });
const open = async () => [...(await olderRows(mirror)).unverified].toSorted((one, other) => one - other);

it('a document that a bounded walk leaves out is as the server has it after the walk, or gone', async () => {
  const store = await walkedAgain();
  const wanted = await store.staleDetails({ limit: 50, nowMs: NOW_MS, skip: new Set([53]) });
  expect({ ...wanted, ids: new Set(wanted.ids) }).toEqual({ ids: new Set([51, 52]), rows: 'full' });
  // It changed before the walk began: no page brings it.
  const row = { ...older(51), rev: 90, title: 'Novo' };
  await store.applyDetails([whole(row)], { asked: [51, 52], nowMs: NOW_MS });
  expect(await mirror.documents.get('s:51')).toMatchObject({ rev: 90, title: 'Novo' });
  expect(await mirror.documents.get('s:52')).toBeUndefined();
  expect(await open()).toEqual([53]);
});

it('what the device has let go of since then is not asked for, and an answer that was on its way does not bring it back', async () => {
  const store = await walkedAgain();
  const at = { sinceMs: Date.parse(BOUND.begins_at), nowMs: NOW_MS };
  await letGoOfOlder(mirror, { keys: ['s:51', 's:52'], ...at });
  expect(await open()).toEqual([53]);
  await store.applyDetails(
    [51, 52, 53].map((id) => whole(older(id))),
    { asked: [51, 52, 53], nowMs: NOW_MS },
  );
  expect((await mirror.documents.toArray()).map(({ serverId }) => serverId)).toEqual([53]);
  expect(await open()).toEqual([]);
});

it('details for which no pull asked do not say of a document that it is still seen', async () => {
  const store = await walkedAgain();
  await store.applyDetails([buildDetails(older(51))], { asked: [], nowMs: NOW_MS });
  expect(await mirror.details.get('s:51')).toMatchObject({ id: 51 });
  expect(await open()).toEqual([51, 52, 53]);
});

it('a full device lets go of what is out of sight, be there no room for the details of the others', async () => {
  const store = await walkedAgain();
  vi.spyOn(mirror.details, 'bulkPut').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const answered = store.applyDetails([whole(older(51))], { asked: [51, 52], nowMs: NOW_MS });
  await expect(answered).rejects.toThrow('quota');
  expect(await mirror.documents.get('s:52')).toBeUndefined();
  expect(await open()).toEqual([51, 53]);
});
