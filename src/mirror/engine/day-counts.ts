// How many documents there are of each status and limit date. A count for a day is computed from
// these few numbers, which the stored index has, so that a start does not go through all documents.

import type { CalendarDay } from '#domain/dates.ts';
import { STORED_STATUSES, type StatusFacts } from '#domain/status.ts';
import type { DayColumns } from '../store/index-columns.ts';
import type { IndexEntry } from './index-table.ts';

const kept = new WeakMap<readonly IndexEntry[], DayColumns>();

/**
 * For each status and date the position of its class in `classes`, plus one; 0 for a class that was
 * not asked for.
 */
type DayClasses<Class> = {
  readonly today: CalendarDay;
  readonly classOf: (facts: StatusFacts) => Class;
  readonly places: Uint8Array;
};

/**
 * Makes a query over the columns: how many documents are in each of `classes` on a day. `ruleOn`
 * gives the rule of a day. The class of a status and date is computed once and kept while the list
 * of dates stays the same.
 */
export function countedBy<Class extends string>(
  classes: readonly Class[],
  ruleOn: (today: CalendarDay) => (facts: StatusFacts) => Class,
): (days: DayColumns, today: CalendarDay) => Readonly<Record<Class, number>> {
  const known = new WeakMap<DayColumns['dates'], DayClasses<Class>>();
  const foundOn = ({ dates, counts }: DayColumns, today: CalendarDay): DayClasses<Class> => {
    const last = known.get(dates);
    if (last?.today === today) return last;
    const found = { today, classOf: ruleOn(today), places: new Uint8Array(counts.length) };
    known.set(dates, found);
    return found;
  };
  return (days, today) => {
    const { classOf, places } = foundOn(days, today);
    const sums = classes.map(() => 0);
    const { counts } = days;
    for (let at = 0; at < counts.length; at += 1) {
      const count = counts[at];
      if (!count) continue;
      const place = (places[at] ||= classes.indexOf(classOf(factsAt(days, at))) + 1);
      sums[place - 1] = (sums[place - 1] ?? 0) + count;
    }
    return Object.fromEntries(classes.map((name, place) => [name, sums[place]])) as Record<Class, number>;
  };
}

function factsAt({ dates }: DayColumns, at: number): StatusFacts {
  const limitDate = dates[Math.floor(at / STORED_STATUSES.length)] ?? '';
  return { limitDate, storedStatus: STORED_STATUSES[at % STORED_STATUSES.length] ?? 'completed' };
}

/** The counts of a list of entries, computed once for each list. */
export function dayColumnsOf(entries: readonly IndexEntry[]): DayColumns {
  const known = kept.get(entries);
  if (known !== undefined) return known;
  const dates = [...new Set(entries.map(dateOf))];
  const days = { dates, counts: new Uint32Array(dates.length * STORED_STATUSES.length) };
  countIn(days, { entries, step: 1 });
  kept.set(entries, days);
  return days;
}

/** Remembers the counts that were stored with these entries. */
export function keepDayCounts(entries: readonly IndexEntry[], days: DayColumns): void {
  kept.set(entries, days);
}

/**
 * Computes the counts of the list that replaces `before` from the counts of `before`, where they
 * are known: some entries left, fresh ones came. The counts of `before` are not changed, because
 * they may be about to be stored.
 */
export function moveDayCounts(
  before: readonly IndexEntry[],
  change: { to: readonly IndexEntry[]; left: readonly IndexEntry[]; fresh: readonly IndexEntry[] },
): void {
  const known = kept.get(before);
  if (known === undefined) return;
  const days = withDates(known, new Set(change.fresh.map(dateOf)));
  countIn(days, { entries: change.left, step: -1 });
  countIn(days, { entries: change.fresh, step: 1 });
  kept.set(change.to, days);
}

/** The class of a finished document does not depend on the day. */
function dateOf({ storedStatus, limitDate }: IndexEntry): string {
  return storedStatus === 'completed' ? '' : limitDate;
}

function countIn({ dates, counts }: DayColumns, { entries, step }: { entries: readonly IndexEntry[]; step: 1 | -1 }) {
  const places = entries.length < dates.length ? null : new Map(dates.map((date, place) => [date, place]));
  for (const entry of entries) {
    const date = dateOf(entry);
    const place = places?.get(date) ?? dates.indexOf(date);
    const at = place * STORED_STATUSES.length + STORED_STATUSES.indexOf(entry.storedStatus);
    counts[at] = (counts[at] ?? 0) + step;
  }
}

/**
 * A copy of the counts with room for these dates. The array of dates is the same one while no date
 * is added, so that what is cached for it stays valid.
 */
function withDates({ dates, counts: before }: DayColumns, some: ReadonlySet<string>): DayColumns {
  const missing = [...some].filter((date) => !dates.includes(date));
  const counts = new Uint32Array(before.length + missing.length * STORED_STATUSES.length);
  counts.set(before);
  return { dates: missing.length === 0 ? dates : [...dates, ...missing], counts };
}
