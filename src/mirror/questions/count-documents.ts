import type { CalendarDay } from '#domain/dates.ts';
import { type Status, statusAt, STATUSES } from '#domain/status.ts';
import { countedBy, dayColumnsOf, documentIndexOf, type IndexEntry } from '../engine/document-index.ts';
import type { BaseRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * `ink`: what the server knows. `pencil`: the difference, with its sign, that the commands waiting
 * on this device make.
 */
export type Count = { readonly ink: number; readonly pencil: number };
export type DocumentCounts = Readonly<Record<'sent' | Status, Count>>;

/**
 * The six tiles (rules A5, G7). Ink + pencil is the length of the list that each opens, and `sent`
 * is the sum of the others.
 * @internal
 */
export async function countDocuments(mirror: Mirror, { today }: { today: CalendarDay }): Promise<DocumentCounts> {
  const [entries, bases] = await Promise.all([documentIndexOf(mirror), mirror.bases.toArray()]);
  return countIn({ entries, bases }, today);
}

/**
 * Counts by status. `entries` give the numbers that screens show. For documents with pending
 * commands, `bases` give what the server has; the difference is in pencil.
 */
export function countIn(
  { entries, bases }: { entries: readonly IndexEntry[]; bases: readonly BaseRow[] },
  today: CalendarDay,
): DocumentCounts {
  const shown = tallyDays(dayColumnsOf(entries), today);
  const ink = { ...shown };
  if (bases.length > 0) {
    const folded = new Map(entries.map((entry) => [entry.key, entry]));
    for (const { key, row, gone } of bases) {
      const entry = folded.get(key);
      if (entry === undefined || gone === true) continue;
      ink[statusAt(entry, today)] -= 1;
      if (row !== null) ink[statusAt({ storedStatus: row.stored_status, limitDate: row.limit_date }, today)] += 1;
    }
  }
  const count = (status: Status): Count => ({ ink: ink[status], pencil: shown[status] - ink[status] });
  const sum = (numbers: Tally) => STATUSES.reduce((total, status) => total + numbers[status], 0);
  return {
    sent: { ink: sum(ink), pencil: sum(shown) - sum(ink) },
    pending: count('pending'),
    under_review: count('under_review'),
    extended: count('extended'),
    overdue: count('overdue'),
    completed: count('completed'),
  };
}

type Tally = Readonly<Record<Status, number>>;
const tallyDays = countedBy(STATUSES, (today) => (facts) => statusAt(facts, today));

/** How many of the documents on this device have this subject. */
export async function countOfSubject(mirror: Mirror, subjectId: number): Promise<number> {
  const entries = await documentIndexOf(mirror);
  return entries.filter((entry) => entry.subjectId === subjectId).length;
}
