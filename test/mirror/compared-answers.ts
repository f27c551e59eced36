// Asks a mirror every question that the index answers, and a scan over its tables the same.

import { isDeepStrictEqual } from 'node:util';
import { addDays } from '#domain/dates.ts';
import { STATUS_FILTERS } from '#domain/status.ts';
import { countDocuments, countOfSubject } from '#mirror/questions/count-documents.ts';
import { documentsLeftBy, sectorEffects } from '#mirror/questions/deletion-effects.ts';
import { type DocumentFilters, listDocuments } from '#mirror/questions/list-documents.ts';
import { homeNow } from '#mirror/questions/home.ts';
import { notices } from '#mirror/questions/notices.ts';
import { recentDocuments } from '#mirror/questions/recent-documents.ts';
import { searchDocuments } from '#mirror/questions/search-texts.ts';
import { wantedDetails } from '#mirror/questions/wanted-details.ts';
import { weekOf } from '#mirror/questions/week.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { NOW_MS, TODAY, ZONE } from '../builders/moments.ts';
import { PEOPLE, SECTORS } from '../builders/build-people.ts';
import type { Dice } from '../fakes/dice.ts';
import { SECTOR_IDS, WORDS } from './mirror-history.ts';
import * as naive from './naive-answers.ts';

/** Days of details that are fetched ahead (mirror/keep/trim-details). */
const DETAILS_DAYS = 180;
const DAYS = [-40, -10, -3, 0].map((days) => addDays(TODAY, days));
/** Also what stands at the end of the searched text. */
const SEARCHED = [...WORDS, ...Object.values(SECTORS).flatMap(({ name, acronym }) => [name, acronym]), 'Lima', 'SEMOB'];
const PERSON_IDS = Object.values(PEOPLE).map(({ id }) => id);

/** What is answered otherwise than by the scan; null when all is the same. */
export async function disagreement(mirror: Mirror, dice: Dice): Promise<string | null> {
  const person = { userId: dice.pick(PERSON_IDS), superAdmin: dice.chance(0.3), acronym: 'PMVI' };
  const { userId, acronym } = person;
  const sectorId = dice.chance(0.2) ? null : dice.pick(SECTOR_IDS);
  const subjectId = 1 + dice.below(3);
  const text = textOf(dice);
  const filters = filtersOf(dice);
  const at = { person, today: TODAY };
  const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key);
  const ask: Record<string, () => Promise<readonly [unknown, unknown]>> = {
    [`list ${JSON.stringify({ ...filters, ...person })}`]: async () => {
      const { rows, total, page, pages, due, groups, counts } = await listDocuments(mirror, {
        ...at,
        filters,
        zone: ZONE,
      });
      const ours = { keys: keysOf(rows), total, page, pages, due, groups, counts };
      return [ours, await naive.naiveList(mirror, { filters, person })];
    },
    counts: async () => [await countDocuments(mirror, { today: TODAY }), await naive.naiveCounts(mirror)],
    [`search ${text}`]: async () => {
      const { found, total } = await searchDocuments(mirror, { ...at, text, limit: 20 });
      const ours = { keys: keysOf(found.map(({ document }) => document)), total };
      return [ours, await naive.naiveSearch(mirror, { text, acronym })];
    },
    [`week of ${userId} in ${String(sectorId)}`]: async () => {
      const week = await weekOf(mirror, { ...at, organizationId: sectorId });
      const ours = { ...week, overdue: keysOf(week.overdue), due: keysOf(week.due) };
      return [ours, await naive.naiveWeek(mirror, { userId, sectorId })];
    },
    [`recent of ${userId}`]: async () => [
      keysOf(await recentDocuments(mirror, { ...at, limit: 8 })),
      await naive.naiveRecent(mirror, userId),
    ],
    [`home of ${userId}`]: async () => {
      const asked = { ...at, organizationId: sectorId };
      const { counts, week, recent } = await homeNow(mirror, asked);
      const apart = [await countDocuments(mirror, { today: TODAY }), await weekOf(mirror, asked)];
      return [
        [counts, week, recent],
        [...apart, await recentDocuments(mirror, { ...at, limit: 10 })],
      ];
    },
    [`notices of ${userId}`]: async () => [
      (await notices(mirror, { userId, today: TODAY, zone: ZONE, limit: 500 })).map(({ key }) => key).toSorted(),
      await naive.naiveNotices(mirror, userId),
    ],
    'wanted details': async () => [
      (await wantedDetails(mirror, { userId, limit: 500, nowMs: NOW_MS, skip: new Set() })).ids.toSorted(
        (a, b) => a - b,
      ),
      await naive.naiveWanted(mirror, addDays(TODAY, -DETAILS_DAYS)),
    ],
    [`subject ${subjectId}`]: async () => [
      await countOfSubject(mirror, subjectId),
      await naive.naiveOfSubject(mirror, subjectId),
    ],
    [`left by ${userId}`]: async () => [
      await documentsLeftBy(mirror, { userIds: [userId], today: TODAY }),
      await naive.naiveLeft(mirror, userId),
    ],
    [`documents of sector ${String(sectorId)}`]: async () => [
      (await sectorEffects(mirror, { sectorIds: sectorId === null ? [] : [sectorId], today: TODAY })).documents,
      await naive.naiveOpen(mirror, ({ organizations }) => organizations.some(({ id }) => id === sectorId)),
    ],
  };
  for (const [question, answers] of Object.entries(ask)) {
    const [ours, scanned] = await answers();
    if (!isDeepStrictEqual(plain(ours), plain(scanned))) {
      return `${question}\n  answered ${JSON.stringify(ours)}\n  scanned  ${JSON.stringify(scanned)}`;
    }
  }
  return null;
}

function filtersOf(dice: Dice): DocumentFilters {
  const maybe = <Value>(value: Value) => (dice.chance(0.15) ? value : undefined);
  return {
    order: dice.pick(['desc', 'asc', 'due', 'due_desc'] as const),
    page: 1 + dice.below(3),
    search: maybe(textOf(dice)),
    from: maybe(dice.pick(DAYS)),
    to: maybe(dice.pick(DAYS)),
    status: maybe(dice.pick(STATUS_FILTERS)),
    organizationId: maybe(dice.pick(SECTOR_IDS)),
    responsibleId: maybe(dice.pick(PERSON_IDS)),
    subjectId: maybe(1 + dice.below(3)),
    createdByMe: maybe(true),
    among: maybe(new Set([1, 2, 3, 5, 8, 13, 21, 34])),
    scope: maybe(dice.pick(['mine', 'others'] as const)),
    exceptionsOnly: maybe(true),
    overdue: maybe(true),
    due: maybe(dice.pick(['today', 'week', 'ten_days'] as const)),
  };
}

/** Words, parts of words, numbers and tickets; some that nothing has. */
function textOf(dice: Dice): string {
  const word = () => {
    const whole = dice.pick(SEARCHED);
    return dice.chance(0.4) ? whole.slice(dice.below(3), 3 + dice.below(4)) : whole;
  };
  if (dice.chance(0.15)) return `PMVI${String(1 + dice.below(40)).padStart(3, '0')}`;
  if (dice.chance(0.15)) return String(1 + dice.below(60));
  return dice.chance(0.5) ? word() : `${word()} ${dice.chance(0.1) ? 'zzz' : word()}`;
}

/** Without the fields that are undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
