import { withDocumentIndex } from '../engine/document-index.ts';
import type { Mirror } from '../store/schema.ts';

/** Ids of the people and sectors that a person chose before, the last choice first. */
export type UsedBefore = { readonly people: readonly number[]; readonly organizations: readonly number[] };

/**
 * How many people, and how many sectors, are offered first: more would be one more list to read.
 */
const MOST = 5;
/**
 * How many of the person's newest documents are read: older ones say little of what is chosen next.
 */
const DOCUMENTS_READ = 30;

/**
 * The people and sectors to whom this person sent something, from the commands of this device and
 * from the newest documents that they made. Nothing is stored for it, so each person of a shared
 * device has their own, and leaving erases it (S224).
 */
export async function usedBefore(mirror: Mirror, { userId }: { userId: number }): Promise<UsedBefore> {
  const commands = await mirror.commands.toCollection().reverse().toArray();
  const sent = commands.flatMap(({ payload }) => {
    const made = 'user_ids' in payload ? payload.user_ids : [];
    const passedOn = 'responsible_ids' in payload ? (payload.responsible_ids ?? []) : [];
    return 'organization_ids' in payload
      ? [{ people: [...made, ...passedOn], organizations: payload.organization_ids }]
      : [];
  });
  const made = await withDocumentIndex(mirror, (entries) =>
    entries
      .filter((entry) => entry.createdBy === userId)
      .slice(0, DOCUMENTS_READ)
      .map((entry) => ({ people: entry.responsibleIds, organizations: entry.organizationIds })),
  );
  const all = [...sent, ...made];
  return {
    people: lastOf(all.flatMap(({ people }) => people)),
    organizations: lastOf(all.flatMap(({ organizations }) => organizations)),
  };
}

function lastOf(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].slice(0, MOST);
}
