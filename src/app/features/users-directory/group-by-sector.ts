import type { UserRow } from '#contract/reference-data.ts';
import { compareNames } from '#domain/name-order.ts';

export type SectorGroup = {
  /** null: people without a sector. */
  readonly id: number | null;
  readonly name: string | null;
  readonly people: readonly UserRow[];
};

/**
 * Groups people by sector, sectors by name, people without a sector last; the order of people is
 * kept.
 */
export function groupBySector(people: readonly UserRow[]): SectorGroup[] {
  const groups = new Map<number | null, { id: number | null; name: string | null; people: UserRow[] }>();
  for (const person of people) {
    const id = person.organization?.id ?? null;
    const group = groups.get(id) ?? { id, name: person.organization?.name ?? null, people: [] };
    group.people.push(person);
    groups.set(id, group);
  }
  return [...groups.values()].sort((left, right) => {
    if (left.name === null || right.name === null) return left.name === null ? 1 : -1;
    return compareNames(left.name, right.name);
  });
}
