import { STORED_STATUSES } from '#domain/status.ts';
import type { DayColumns } from '#mirror/store/index-columns.ts';

/**
 * Columns as lines that can be compared, one for each limit date and status that any document has.
 */
export function daysOf({ dates, counts }: DayColumns): string[] {
  const lines = dates.flatMap((date, place) =>
    STORED_STATUSES.flatMap((status, at) => {
      const count = counts[place * STORED_STATUSES.length + at] ?? 0;
      return count === 0 ? [] : `${date} ${status} ${count}`;
    }),
  );
  return lines.toSorted();
}
