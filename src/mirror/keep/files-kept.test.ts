import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import type { Mirror } from '../store/schema.ts';
import { pinDocument } from './cached-files.ts';
import { filesState, noteFilesKept } from './files-kept.ts';

const TODAY = '2026-03-10';
let mirror: Mirror;

beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

async function withDetails(id: number): Promise<void> {
  const row = buildDocumentRow({ id });
  await applyPage(mirror, buildPage([putDocument(row)]));
  await applyDetails(mirror, [buildDetails(row)]);
}

const isDue = async (today = TODAY) => {
  const state = await filesState(mirror, today);
  return state !== null && state.now !== state.kept;
};

it('nothing is due before a document has details', async () => {
  expect(await filesState(mirror, TODAY)).toBeNull();
});

it('after a complete run nothing is due until details come, a document is pinned, or the next day', async () => {
  const run = async () => noteFilesKept(mirror, (await filesState(mirror, TODAY))?.now ?? '');
  await withDetails(1);
  expect(await isDue()).toBe(true);
  await run();
  expect(await isDue()).toBe(false);
  expect(await isDue('2026-03-11')).toBe(true);
  await withDetails(2);
  expect(await isDue()).toBe(true);
  await run();
  await pinDocument(mirror, { id: 2, isPinned: true });
  expect(await isDue()).toBe(true);
});

it('nothing is written for a person who has left', async () => {
  await withDetails(1);
  await mirror.meta.delete('session');
  await noteFilesKept(mirror, 'state');
  expect(await mirror.meta.get('filesKept')).toBeUndefined();
});
