// Two contexts of one device write, ask and store at the same time, in random order. Whatever comes
// first: what each of them has in memory, and what they have stored for the next start, is what the
// rows say.

import { afterEach, expect, it } from 'vitest';
import { STORED_STATUSES } from '#domain/status.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { daysOf } from '../../../test/builders/days-of.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { readMeta } from '../store/storage.ts';
import { Mirror } from '../store/schema.ts';
import { dayColumnsOf, documentIndexOf, type IndexEntry, withDocumentIndex } from './document-index.ts';
import { IndexTable } from './index-table.ts';
import { keepIndex } from './keep-for-start.ts';

const STEPS = 30;
/**
 * The last is enough that they are stored in slices, and that their entries are made while they are
 * written.
 */
const SIZES = [1, 3, 25];

let contexts: readonly Mirror[] = [];
afterEach(async () => {
  for (const one of contexts) one.close();
  await contexts[0]?.delete();
});

/** Whole numbers below `limit`, the same for a seed. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state >> 8) % limit;
  };
}

/** Counted anew of this copy of the entries, of which nothing is known. */
const counted = (entries: readonly IndexEntry[]) => daysOf(dayColumnsOf([...entries]));

const told = (entries: readonly IndexEntry[]) =>
  entries.map(({ key, rev, storedStatus, limitDate }) => `${key} ${rev} ${storedStatus} ${limitDate}`);

/** The rows of a list's first page are those of the index with which it was asked. */
async function listed(mirror: Mirror): Promise<void> {
  const pairs = await withDocumentIndex(mirror, (entries, rowsOf) => {
    const first = entries.slice(0, 12);
    return rowsOf(first).then((rows) => first.map(({ rev }, at) => [rows[at]?.rev, rev] as const));
  });
  for (const [shown, known] of pairs) expect(shown).toBe(known);
}

/** What is stored for the next start is as of one moment. */
async function storedAgrees(mirror: Mirror): Promise<void> {
  const stored = await readMeta(mirror, 'documentIndex');
  const [days, anew] =
    stored === undefined ? [] : [daysOf(stored.days), counted(new IndexTable(stored.columns).entries())];
  expect(days).toEqual(anew);
}

it.each(Array.from({ length: 20 }, (_none, at) => at + 1))(
  'two contexts agree with the rows, order %i',
  async (seed) => {
    const below = randomOf(seed * 7_919);
    const mirror = await openTestMirror();
    contexts = [mirror, new Mirror(mirror.name)];
    let rev = 0;

    const change = (id: number) => {
      rev += 1;
      if (below(10) === 0) return deleteDocument(id, rev);
      const stored_status = STORED_STATUSES[below(STORED_STATUSES.length)] ?? 'pending';
      const limit_date = `2026-12-${10 + below(9)}`;
      return putDocument(buildDocumentRow({ id, number: id, rev, stored_status, limit_date, title: `Ponte ${rev}` }));
    };
    const write = (context: Mirror) => {
      const size = SIZES[below(SIZES.length)] ?? 1;
      const from = below(60);
      return applyPage(context, buildPage(Array.from({ length: size }, (_none, at) => change(1 + from + at))));
    };
    const keep = (context: Mirror) => keepIndex(context, 1);
    const acts = [write, write, listed, documentIndexOf, keep, keep];

    const running: PromiseLike<unknown>[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const context = contexts[below(2)] ?? mirror;
      running.push((acts[below(acts.length)] ?? write)(context));
      if (below(4) === 0) {
        await Promise.all(running.splice(0));
        await storedAgrees(mirror);
      }
      // The acts that run go on by a few requests of the database.
      for (let turns = below(4); turns > 0; turns -= 1) await readMeta(context, 'session');
    }
    await Promise.all(running);
    await storedAgrees(mirror);

    const afterStart = new Mirror(mirror.name);
    contexts = [...contexts, afterStart];
    const started = await documentIndexOf(afterStart);
    await mirror.meta.delete('documentIndex');
    const ofRows = new Mirror(mirror.name);
    contexts = [...contexts, ofRows];
    const entries = await documentIndexOf(ofRows);
    const keys = entries.map(({ key }) => key);
    const rows = await ofRows.documents.bulkGet(keys);
    expect([told(started), daysOf(dayColumnsOf(started))]).toEqual([told(entries), counted(entries)]);
    for (const context of contexts) {
      const known = await documentIndexOf(context);
      expect([told(known), daysOf(dayColumnsOf(known))]).toEqual([told(entries), counted(entries)]);
      expect(await withDocumentIndex(context, (all, rowsOf) => rowsOf(all))).toEqual(rows);
    }
  },
);
