import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { TODAY, ZONE } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { addDays } from '#domain/dates.ts';
import { statusAt, STORED_STATUSES } from '#domain/status.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { applyPage } from '../apply/apply-page.ts';
import { refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { keyOfServerId } from '../store/rows.ts';
import { type DocumentFilters, listDocuments } from './list-documents.ts';

const person = { userId: PEOPLE.ana.id, superAdmin: false, acronym: 'PMVI' };

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

const list = (filters: Partial<DocumentFilters>, today = TODAY) =>
  listDocuments(mirror, { filters: { order: 'due', page: 1, ...filters }, person, today, zone: ZONE });

async function everyId(filters: Partial<DocumentFilters>, today = TODAY): Promise<(number | null)[]> {
  const first = await list(filters, today);
  const ids = first.rows.map((row) => row.serverId);
  for (let page = 2; page <= first.pages; page += 1) {
    ids.push(...(await list({ ...filters, page }, today)).rows.map((row) => row.serverId));
  }
  return ids;
}

const rowOf = (id: number, overrides: Partial<DocumentRow>) =>
  buildDocumentRow({ id, number: id, rev: id, ...overrides });

/** Four limit dates, statuses and creation days only, so that many documents tie. */
const documents = fc.array(
  fc.record({
    stored_status: fc.constantFrom(...STORED_STATUSES),
    limit_date: fc.integer({ min: -2, max: 3 }).map((days) => addDays(TODAY, days * 4)),
    created_at: fc.integer({ min: 1, max: 4 }).map((day) => `2026-10-0${day}T12:00:00.000Z`),
  }),
  { maxLength: 32 },
);

type Naive = { id: number; stored_status: string; limit_date: string; created_at: string };

/**
 * Written out in full: the finished ones last, then the limit date, then the newest, then the key.
 */
function naively(all: readonly Naive[]): number[] {
  const rest = [...all];
  const sorted: number[] = [];
  const isBefore = (one: Naive, other: Naive) => {
    if ((one.stored_status === 'completed') !== (other.stored_status === 'completed')) {
      return other.stored_status === 'completed';
    }
    if (one.limit_date !== other.limit_date) return one.limit_date < other.limit_date;
    if (one.created_at !== other.created_at) return one.created_at > other.created_at;
    return keyOfServerId(one.id) > keyOfServerId(other.id);
  };
  while (rest.length > 0) {
    const next = rest.reduce((best, one) => (isBefore(one, best) ? one : best));
    rest.splice(rest.indexOf(next), 1);
    sorted.push(next.id);
  }
  return sorted;
}

describe('the list in the order of deadlines', () => {
  it('is what a naive sort gives, page by page, in both directions and under every choice', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: -3, max: 12 }), async (drawn, later) => {
        await mirror.delete();
        mirror = await openTestMirror();
        const all = drawn.map((one, index) => ({ ...one, id: index + 1 }));
        await applyPage(mirror, buildPage(all.map((one) => putDocument(rowOf(one.id, one)))));
        const today = addDays(TODAY, later);
        const sorted = naively(all);
        expect(await everyId({}, today)).toEqual(sorted);

        const isDone = (id: number) => all[id - 1]?.stored_status === 'completed';
        const open = sorted.filter((id) => !isDone(id));
        expect(await everyId({ order: 'due_desc' }, today)).toEqual([
          ...open.toReversed(),
          ...sorted.filter(isDone).toReversed(),
        ]);

        const status = (id: number) => {
          const one = all[id - 1];
          if (one === undefined) throw new Error(`no document ${id}`);
          return statusAt({ storedStatus: one.stored_status, limitDate: one.limit_date }, today);
        };
        const late = open.filter((id) => status(id) === 'overdue');
        const ten = open.filter(
          (id) => status(id) !== 'overdue' && (all[id - 1]?.limit_date ?? '') <= addDays(today, 10),
        );
        expect(await everyId({ overdue: true }, today)).toEqual(late);
        expect(await everyId({ due: 'ten_days' }, today)).toEqual(ten);
        expect(await everyId({ overdue: true, due: 'ten_days' }, today)).toEqual([...late, ...ten]);
        const { due } = await list({ due: 'today' }, today);
        expect(due.overdue).toBe(late.length);
        expect(due.today + due.week + due.ten_days).toBe(ten.length);
      }),
      { numRuns: 40 },
    );
  });

  it('an extension in pencil moves its document at once, and back when it is given up', async () => {
    await applyPage(
      mirror,
      buildPage([
        putDocument(rowOf(1, { limit_date: '2026-11-20' })),
        putDocument(rowOf(2, { limit_date: '2026-11-25' })),
      ]),
    );
    expect(await everyId({})).toEqual([1, 2]);
    const lane = keyOfServerId(1);
    const extension = buildCommand('respond', { documentKey: lane, payload: { limit_date: '2026-12-10' } });
    await mirror.commands.put(extension);
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, lane));
    expect(await everyId({})).toEqual([2, 1]);
    expect((await list({})).rows[1]).toMatchObject({ limit_date: '2026-12-10', pencil: { limitDate: true } });
    await mirror.transaction('rw', mirror.tables, async () => {
      await mirror.commands.delete(extension.seq);
      await refold(mirror, lane);
    });
    expect(await everyId({})).toEqual([1, 2]);
  });

  it('counts the groups of the whole list and not those of one page', async () => {
    const rows = Array.from({ length: 14 }, (_, index) => putDocument(rowOf(index + 1, { limit_date: TODAY })));
    await applyPage(mirror, buildPage([...rows, putDocument(rowOf(15, { stored_status: 'completed' }))]));
    const listing = await list({});
    expect(listing.rows).toHaveLength(10);
    expect(listing.groups).toMatchObject({ today: 14, completed: 1, overdue: 0 });
    expect((await list({ due: 'today' })).groups).toMatchObject({ today: 14, completed: 0 });
  });
});
