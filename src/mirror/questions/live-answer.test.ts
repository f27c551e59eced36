import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { Mirror } from '../store/schema.ts';
import { documentIndexOf, knownIndexOf } from './document-index.ts';
import { liveAnswer } from './live-answer.ts';

let mirror: Mirror;
let position = 0;
beforeEach(async () => {
  position = 0;
  mirror = await openTestMirror();
  await change(mirror);
  await documentIndexOf(mirror);
});
afterEach(() => mirror.delete());

/** A page that gives the document the next rev. */
async function change(one: Mirror): Promise<number> {
  const asked = position === 0 ? null : `c${position}`;
  position += 1;
  const row = buildDocumentRow({ id: 3, number: 3, rev: position, title: `Ponte ${position}` });
  await applyPage(one, { ...buildPage([putDocument(row)], { next_cursor: `c${position}` }), asked });
  return position;
}

const revIn = (entries: readonly { rev: number }[] | undefined) => entries?.[0]?.rev;

/** What is answered of the document's rev, and by whom. */
function watched({
  inMemory = () => revIn(knownIndexOf(mirror)?.value),
}: { inMemory?: () => number | undefined } = {}) {
  const told: (readonly [by: 'memory' | 'database', rev: number | undefined])[] = [];
  const end = liveAnswer<(typeof told)[number]>(mirror, {
    ask: () => documentIndexOf(mirror).then((entries) => ['database', revIn(entries)] as const),
    atCommit: () => {
      const rev = inMemory();
      return rev === undefined ? undefined : (['memory', rev] as const);
    },
  }).subscribe((answer) => told.push(answer));
  return { told, end };
}

it('what this context commits is answered from memory first, then asked', async () => {
  const { told, end } = watched();
  await vi.waitFor(() => expect(told).toEqual([['database', 1]]));
  for (const rev of [2, 3]) {
    await change(mirror);
    expect(told).toContainEqual(['memory', rev]);
    await vi.waitFor(() => expect(told.at(-1)).toEqual(['database', rev]));
  }
  const revs = told.map(([, rev]) => rev ?? 0);
  expect(revs).toEqual(revs.toSorted((one, other) => one - other));
  end();
});

it('nothing is answered from memory of a transaction that has written half of what it writes', async () => {
  const rows = [4, 5].map((id) => putDocument(buildDocumentRow({ id, number: id, rev: 2 })));
  await applyPage(mirror, { ...buildPage(rows, { next_cursor: 'c2' }), asked: 'c1' });
  await documentIndexOf(mirror);
  const told: string[] = [];
  const ids = () => {
    const entries = knownIndexOf(mirror)?.value ?? [];
    return entries
      .map(({ serverId, rev }) => `${serverId}.${rev}`)
      .toSorted()
      .join();
  };
  const end = liveAnswer(mirror, { ask: () => documentIndexOf(mirror).then(ids), atCommit: ids }).subscribe((answer) =>
    told.push(answer),
  );
  await vi.waitFor(() => expect(told).toEqual(['3.1,4.2,5.2']));
  const changes = [putDocument(buildDocumentRow({ id: 4, number: 4, rev: 3 })), deleteDocument(5, 3)];
  await applyPage(mirror, { ...buildPage(changes, { next_cursor: 'c3' }), asked: 'c2' });
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(2));
  expect(new Set(told.slice(1))).toEqual(new Set(['3.1,4.3']));
  end();
});

it('what memory does not have is asked alone', async () => {
  const { told, end } = watched({ inMemory: () => undefined });
  await change(mirror);
  await vi.waitFor(() => expect(told.at(-1)).toEqual(['database', 2]));
  expect(told.map(([by]) => by)).not.toContain('memory');
  end();
});

it('what another context commits is asked, and nothing is answered from a memory that is older', async () => {
  const { told, end } = watched();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  const other = new Mirror(mirror.name);
  await change(other);
  other.close();
  await vi.waitFor(() => expect(told.at(-1)).toEqual(['database', 2]));
  expect(told.map(([by]) => by)).not.toContain('memory');
  end();
});

it('nothing is answered after its end', async () => {
  const { told, end } = watched();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  end();
  await change(mirror);
  await documentIndexOf(mirror);
  expect(told).toHaveLength(1);
});

it('a question that fails is told to whom it was asked for', async () => {
  const failed = vi.fn<(error: unknown) => void>();
  const ask = () => Promise.reject(new Error('no answer'));
  const end = liveAnswer(mirror, { ask, atCommit: () => undefined }).subscribe(() => undefined, failed);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(new Error('no answer')));
  end();
});
