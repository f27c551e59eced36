import type { UserRow } from '#contract/reference-data.ts';

/** How many people a sector has, and how many of them are active. */
export type PeopleCount = { readonly all: number; readonly active: number };

/** People by the id of their sector; deleted ones don't count. */
export function countPeople(users: readonly UserRow[]): ReadonlyMap<number, PeopleCount> {
  const counts = new Map<number, PeopleCount>();
  for (const { organization, deleted, status } of users) {
    if (organization === null || deleted) continue;
    const { all, active } = counts.get(organization.id) ?? { all: 0, active: 0 };
    counts.set(organization.id, { all: all + 1, active: active + (status === 'active' ? 1 : 0) });
  }
  return counts;
}
