import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildDetails, buildDocumentRow, buildInteraction } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { areKeptDetailsDue, dropDetails, keptDetailsOf, markOpened, putDetails } from './changes.ts';
import { Mirror } from '../store/schema.ts';
import { readMeta, writeMeta } from '../store/storage.ts';
import { keepKeptDetails } from './keep-for-start.ts';

const { bia, caio } = PEOPLE;
const interactions = [bia, caio, bia].map((creator, at) => buildInteraction({ id: 500 + at, creator }));
/** Enough changes that storing the list pays. */
const MANY = 250;

let mirror: Mirror;
let next: Mirror | undefined;
beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 1 }))]));
});
afterEach(async () => {
  next?.close();
  next = undefined;
  await mirror.delete();
});

async function put(ids: readonly number[], rev: number): Promise<void> {
  await mirror.transaction('rw', ['details', 'meta'], async () => {
    for (const id of ids) {
      const details = buildDetails(buildDocumentRow({ id, rev }), { interactions });
      await putDetails(mirror, [{ ...details, rev, key: `s:${id}`, openedAtMs: 0 }]);
    }
  });
}

/** What another start knows, and whether it read all details for that. */
async function started(): Promise<{ kept: ReadonlyMap<string, unknown>; isAllRead: boolean }> {
  next = new Mirror(mirror.name);
  const all = vi.spyOn(next.details, 'each');
  const kept = await keptDetailsOf(next);
  return { kept, isAllRead: all.mock.calls.length > 0 };
}

const ids = Array.from({ length: MANY }, (_, at) => at + 1);

it('a start takes the stored list, with what has changed since, and reads no other details', async () => {
  await keptDetailsOf(mirror);
  await put(ids, 1);
  await keptDetailsOf(mirror);
  expect(areKeptDetailsDue(mirror)).toBe(true);
  await keepKeptDetails(mirror);
  expect(areKeptDetailsDue(mirror)).toBe(false);
  await put([7, MANY + 1], 2);
  await mirror.transaction('rw', ['details', 'meta'], async () => {
    await dropDetails(mirror, ['s:9']);
    await markOpened(mirror, { key: 's:3', atMs: 5 });
  });
  const { kept, isAllRead } = await started();
  expect(isAllRead).toBe(false);
  expect(kept).toEqual(await keptDetailsOf(mirror));
  expect([kept.size, kept.get('s:7'), kept.get('s:3'), kept.has('s:9')]).toEqual([
    MANY,
    { rev: 2, openedAtMs: 0, replierIds: [bia.id, caio.id] },
    { rev: 1, openedAtMs: 5, replierIds: [bia.id, caio.id] },
    false,
  ]);
});

it('a list that was stored before it named who replied is taken without them; details that come bring theirs', async () => {
  await keptDetailsOf(mirror);
  await put(ids, 1);
  await keptDetailsOf(mirror);
  await keepKeptDetails(mirror);
  const stored = await readMeta(mirror, 'keptDetails');
  if (stored === undefined) throw new Error('nothing was stored');
  const { repliers: _later, ...older } = stored;
  await writeMeta(mirror, { name: 'keptDetails', value: older });
  await put([7], 2);
  const { kept, isAllRead } = await started();
  expect(isAllRead).toBe(false);
  expect([kept.get('s:6'), kept.get('s:7')]).toEqual([
    { rev: 1, openedAtMs: 0, replierIds: [] },
    { rev: 2, openedAtMs: 0, replierIds: [bia.id, caio.id] },
  ]);
});

it('a start without a stored list reads the details', async () => {
  await put([1, 2], 1);
  expect(await started()).toMatchObject({
    isAllRead: true,
    kept: new Map([
      ['s:1', { rev: 1, openedAtMs: 0, replierIds: [bia.id, caio.id] }],
      ['s:2', { rev: 1, openedAtMs: 0, replierIds: [bia.id, caio.id] }],
    ]),
  });
});
