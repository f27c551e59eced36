import type { CalendarDay } from '#domain/dates.ts';
import { sql, type SQL } from 'drizzle-orm';

/**
 * The one SQL form of `isInCopy` (src/domain/bounded-copy.ts) over alias `d`. `since`: the copy's
 * first day, which begins at midnight in `timeZone`. A table of cases in
 * test/server/sync/bounded-feed.test.ts compares it with the domain's predicate.
 */
export function inCopy({ since, timeZone }: { since: CalendarDay; timeZone: string }): SQL {
  const first = sql`((${since}::date)::timestamp at time zone ${timeZone})`;
  return sql`(d.stored_status <> 'completed' or d.created_at >= ${first} or d.last_activity_at >= ${first})`;
}
