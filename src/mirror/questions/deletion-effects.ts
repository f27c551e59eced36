// What the deletion of people or sectors causes (rule B11), counted from this device's copy.

import { isOpen, statusAt, type Status } from '#domain/status.ts';
import type { Mirror } from '../store/schema.ts';
import { documentIndexOf, type IndexEntry } from '../engine/document-index.ts';

export type OpenCounts = {
  /** Documents that are neither finished nor late. */
  readonly open: number;
  readonly overdue: number;
};

/**
 * Counts the unfinished documents that would have no active responsible without these people.
 * `today`: the calendar day in the tenant's zone.
 */
export async function documentsLeftBy(
  mirror: Mirror,
  { userIds, today }: { userIds: readonly number[]; today: string },
): Promise<OpenCounts> {
  const [entries, users] = await Promise.all([documentIndexOf(mirror), mirror.users.toArray()]);
  const going = new Set(userIds);
  const staying = new Set(
    users.filter((user) => user.status === 'active' && !user.deleted && !going.has(user.id)).map((user) => user.id),
  );
  const left = entries.filter(
    ({ responsibleIds }) => responsibleIds.some((id) => going.has(id)) && !responsibleIds.some((id) => staying.has(id)),
  );
  return countOpen(left, today);
}

export type SectorEffects = {
  /** People who become "Sem organização". */
  readonly people: readonly { readonly name: string; readonly last_name: string }[];
  /** Unfinished documents that are with these sectors. */
  readonly documents: OpenCounts;
  /** How many models belong to these sectors alone. */
  readonly models: number;
};

/** What the deletion of these sectors causes. */
export async function sectorEffects(
  mirror: Mirror,
  { sectorIds, today }: { sectorIds: readonly number[]; today: string },
): Promise<SectorEffects> {
  const [entries, users, models] = await Promise.all([
    documentIndexOf(mirror),
    mirror.users.toArray(),
    mirror.models.toArray(),
  ]);
  const going = new Set(sectorIds);
  const isGoing = (id: number) => going.has(id);
  return {
    people: users.filter((user) => !user.deleted && user.organization !== null && isGoing(user.organization.id)),
    documents: countOpen(
      entries.filter(({ organizationIds }) => organizationIds.some(isGoing)),
      today,
    ),
    models: models.filter(
      ({ organizations }) => organizations.length > 0 && organizations.every((sector) => isGoing(sector.id)),
    ).length,
  };
}

function countOpen(entries: readonly IndexEntry[], today: string): OpenCounts {
  const statuses: Status[] = entries.map((entry) => statusAt(entry, today));
  return {
    open: statuses.filter(isOpen).length,
    overdue: statuses.filter((status) => status === 'overdue').length,
  };
}
