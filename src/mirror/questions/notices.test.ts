import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDetails, buildDocumentRow, buildInteraction, buildLog } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { minutesFromNow, TODAY, ZONE } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { addDays } from '#domain/dates.ts';
import { applyPage } from '../apply/apply-page.ts';
import { dropDetails, putDetails } from '../engine/changes.ts';
import type { Mirror } from '../store/schema.ts';
import { notices } from './notices.ts';

let mirror: Mirror;
const long = minutesFromNow(-90 * 1440);
const rows = [1, 2, 3].map((id) =>
  buildDocumentRow({ id, number: id, created_by: PEOPLE.ana.id, created_at: long, last_activity_at: long }),
);

beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage(rows.map(putDocument)));
});
afterEach(() => mirror.delete());

let rev = 100;

/** A document has one reply, which came `daysAgo` days ago and was its last movement. */
async function replied(id: number, daysAgo: number): Promise<void> {
  const at = minutesFromNow(-daysAgo * 1440);
  const interaction = buildInteraction({ id: 500 + id, created_at: at });
  await applyPage(mirror, buildPage([putDocument({ ...rows[id - 1]!, last_activity_at: at, rev: (rev += 1) })]));
  const details = buildDetails(rows[id - 1]!, { interactions: [interaction], logs: [] });
  await mirror.transaction('rw', ['details', 'meta'], () =>
    putDetails(mirror, [{ ...details, key: `s:${id}`, openedAtMs: 0 }]),
  );
}

/** What Ana is told of replies. */
async function told(today = TODAY): Promise<string[]> {
  const all = await notices(mirror, { userId: PEOPLE.ana.id, today, zone: ZONE, limit: 50 });
  return all.filter(({ kind }) => kind === 'act').map(({ key }) => key);
}

it('tells acts of fourteen days, whatever newer ones there are', async () => {
  await replied(1, 0);
  await replied(2, 14);
  await replied(3, 16);
  expect(await told()).toEqual(['i:501', 'i:502']);
});

it('tells acts that come later, and forgets those whose details have gone', async () => {
  await replied(1, 13);
  expect(await told()).toEqual(['i:501']);
  await replied(2, 0);
  expect(await told()).toEqual(['i:502', 'i:501']);
  await mirror.transaction('rw', ['details', 'meta'], () => dropDetails(mirror, ['s:2']));
  expect(await told()).toEqual(['i:501']);
});

it('tells acts of a fortnight before the newest one to a device whose clock is that much slow', async () => {
  await replied(1, 0);
  await replied(2, 20);
  await replied(3, 40);
  const slow = addDays(TODAY, -14);
  expect(await told(slow)).toEqual(['i:501', 'i:502']);
});

it('reads the details of documents that moved lately, and each of their revs once', async () => {
  await replied(1, 1);
  await replied(2, 40);
  const read = vi.spyOn(mirror.details, 'bulkGet');
  expect(await told()).toEqual(['i:501']);
  expect(await told()).toEqual(['i:501']);
  expect(read.mock.calls.map(([keys]) => keys)).toEqual([['s:1']]);
});

it('tells all notices of as many documents as are asked for', async () => {
  await replied(1, 0);
  await replied(2, 1);
  await replied(3, 2);
  const all = await notices(mirror, { userId: PEOPLE.ana.id, today: TODAY, zone: ZONE, limit: 2 });
  expect(all.map(({ key }) => key)).toEqual(['i:501', 'i:502']);
});

const HAD_IT = 77;

describe.each(['completion', 'reopening', 'extension'] as const)('a %s by another person', (action) => {
  it.each([
    ['the author', PEOPLE.ana.id, 'wrote'],
    ['the person who has it', PEOPLE.bia.id, 'holds'],
    ['a person who only replied', PEOPLE.caio.id, 'replied'],
    ['a person who had it', HAD_IT, undefined],
    ['the person who did it', PEOPLE.davi.id, undefined],
  ])('and %s', async (_who, userId, reason) => {
    const { bia, caio, davi } = PEOPLE;
    const [row] = rows as [(typeof rows)[number]];
    const facts = { ...row.facts!, responsible_ids_ever: [HAD_IT, bia.id] };
    const last = { ...row, facts, responsibles: [bia], rev: (rev += 1), last_activity_at: minutesFromNow(-5) };
    const log = buildLog({ id: 900, action, creator: davi, created_at: minutesFromNow(-5) });
    const reply = buildInteraction({ id: 901, creator: caio, created_at: minutesFromNow(-10) });
    await applyPage(mirror, buildPage([putDocument(last)]));
    await mirror.transaction('rw', ['details', 'meta'], () =>
      putDetails(mirror, [
        { ...buildDetails(last, { interactions: [reply], logs: [log] }), key: 's:1', openedAtMs: 0 },
      ]),
    );
    const told = await notices(mirror, { userId, today: TODAY, zone: ZONE, limit: 50 });
    expect(told.find(({ key }) => key === 'l:900')?.reason).toBe(reason);
  });
});
