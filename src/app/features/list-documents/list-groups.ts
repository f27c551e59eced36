import { DUE_GROUPS, type DueGroup, dueGroupOf } from '#domain/deadlines.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import type { DueCounts } from '#mirror/questions/due-order.ts';
import { groupName } from '../../text/lists/list.ts';

/**
 * Rows under one heading of the list by deadline. `count`: in the whole list, not only on this
 * page.
 */
export type ListGroup = {
  readonly id: DueGroup;
  readonly name: string;
  readonly count: number;
  readonly rows: readonly ListedDocument[];
};

/**
 * The rows of a page in their groups, in the order of the rows. `counts`: the groups of the whole
 * list.
 */
export function groupsOf(
  rows: readonly ListedDocument[],
  { counts, today }: { counts: DueCounts; today: CalendarDay },
): ListGroup[] {
  const group = (row: ListedDocument) =>
    dueGroupOf({ storedStatus: row.stored_status, limitDate: row.limit_date }, today);
  const shown = DUE_GROUPS.map((id) => ({
    id,
    name: groupName(id, today),
    count: counts[id],
    rows: rows.filter((row) => group(row) === id),
  })).filter((one) => one.rows.length > 0);
  const first = rows[0];
  return first !== undefined && shown[0]?.id !== group(first) ? turned(shown) : shown;
}

/** The groups of a list in reversed order. Finished documents stay last. */
function turned(groups: readonly ListGroup[]): ListGroup[] {
  const open = groups.filter((one) => one.id !== 'completed');
  return [...open.reverse(), ...groups.filter((one) => one.id === 'completed')];
}
