import { compareNames } from '#domain/name-order.ts';
import type { RowGroup } from '../../shared/manage/managed-row.ts';
import { USERS } from '../../text/manage/users.ts';

type InSector = { readonly data: { readonly organization: { readonly id: number; readonly name: string } | null } };

/** Id of the group of people without a sector; ids of rows begin at 1. */
const NO_SECTOR = '0';

/**
 * People by sector: those without one first, then the sectors by name. The order of the people is
 * kept.
 */
export function groupUsers<Row extends InSector>(rows: readonly Row[]): RowGroup<Row>[] {
  const groups = new Map<string, { id: string; label: string; rows: Row[] }>();
  for (const row of rows) {
    const { organization } = row.data;
    const id = organization === null ? NO_SECTOR : String(organization.id);
    const group = groups.get(id) ?? { id, label: organization?.name ?? USERS.noSector, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  return [...groups.values()].sort((left, right) => {
    if (left.id === NO_SECTOR || right.id === NO_SECTOR) return left.id === NO_SECTOR ? -1 : 1;
    return compareNames(left.label, right.label);
  });
}
