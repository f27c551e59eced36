import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { sessionFor } from '../../../test/fakes/model-server/present.ts';
import { buildModel } from '../../../test/sync/town.ts';
import { readMeta, writeMeta } from '../store/storage.ts';
import type { MetaRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { advanceCursor, type PageToApply } from './advance-cursor.ts';
import { applyPage } from './apply-page.ts';

let mirror: Mirror;
const first = buildPage([putDocument(buildDocumentRow())], { next_cursor: 'c1' });

beforeEach(async () => {
  mirror = await openTestMirror();
  await writeMeta(mirror, {
    name: 'session',
    value: sessionFor(
      buildModel(() => 0),
      1,
    ),
  });
  await applyPage(mirror, first);
});
afterEach(() => mirror.delete());

async function cursor() {
  const stored = await readMeta(mirror, 'cursor');
  if (stored === undefined) throw new Error('the mirror has no cursor');
  return stored;
}

const valueOf = (row: MetaRow | undefined) => (row?.name === 'cursor' ? row.value.value : 'none');

const nothing: PageToApply = { ...buildPage([], { next_cursor: 'c2' }), asked: 'c1' };

describe('a page that brings nothing', () => {
  it('moves the cursor as applying the page does', async () => {
    expect(await advanceCursor(mirror, nothing)).toBe(true);
    const moved = await cursor();
    await writeMeta(mirror, { name: 'cursor', value: { ...moved, value: 'c1' } });
    expect(await applyPage(mirror, nothing)).toEqual({ more: false, scopeChanged: false });
    expect(await readMeta(mirror, 'cursor')).toEqual(moved);
  });

  it('writes no cursor that is the same, so that no screen asks again because of it', async () => {
    const asked: string[] = [];
    const watching = liveQuery(() => mirror.meta.get('cursor')).subscribe((row) => void asked.push(valueOf(row)));
    const told = async (...values: string[]) => vi.waitFor(() => expect(asked).toEqual(values));
    await told('c1');
    expect(await advanceCursor(mirror, { ...nothing, next_cursor: 'c1', heardMs: 5 })).toBe(true);
    expect(await readMeta(mirror, 'refreshedAtMs')).toBe(5);
    expect(await advanceCursor(mirror, { ...nothing, next_cursor: 'c2', heardMs: 6 })).toBe(true);
    await told('c1', 'c2');
    watching.unsubscribe();
  });

  it.each<[string, Partial<PageToApply>]>([
    ['brings a row', { changes: first.changes }],
    ['is followed by another', { has_more: true }],
    ['belongs to a walk', { snapshot: true }],
    ['was asked for from another place', { asked: 'c0' }],
    ['was asked for from the start', { asked: null }],
    ['shows that the sight has changed', { scope_epoch: 'other' }],
  ])('changes nothing when the page %s', async (_why, part) => {
    const before = await readMeta(mirror, 'cursor');
    expect(await advanceCursor(mirror, { ...nothing, ...part })).toBe(false);
    expect(await readMeta(mirror, 'cursor')).toEqual(before);
  });

  it('changes nothing while a walk is under way, nor after a logout', async () => {
    const done = await cursor();
    await writeMeta(mirror, { name: 'cursor', value: { ...done, snapshotDone: false } });
    expect(await advanceCursor(mirror, nothing)).toBe(false);
    await writeMeta(mirror, { name: 'cursor', value: done });
    await mirror.meta.delete('session');
    expect(await advanceCursor(mirror, nothing)).toBe(false);
  });
});
