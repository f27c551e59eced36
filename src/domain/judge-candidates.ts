import type { Refusal, RefusalCode } from './refusals.ts';

/**
 * A person to whom a document may go, as the tenant's list of people has them; null for an id that
 * no person has.
 */
export type Candidate = { readonly id: number; readonly active: boolean; readonly organizationId: number | null };

/** Active people only, and only those of the chosen sectors, if any are set (rules B12, C8, J3). */
export function judgeCandidates(
  candidates: readonly (Candidate | null)[],
  asked: { field: string; organizationIds: readonly number[] },
): Refusal[] {
  return candidates.flatMap((one) => {
    const code = faultOf(one, asked.organizationIds);
    return code === null ? [] : [{ code, field: asked.field }];
  });
}

function faultOf(one: Candidate | null, organizationIds: readonly number[]): RefusalCode | null {
  if (one === null) return 'responsible_unknown';
  if (!one.active) return 'responsible_inactive';
  const among = organizationIds.some((id) => id === one.organizationId);
  return organizationIds.length > 0 && !among ? 'responsible_elsewhere' : null;
}

/** The people or sectors that exist in the tenant, of those that were requested. */
export function known<One>(asked: readonly (One | null)[]): One[] {
  return asked.filter((one) => one !== null);
}

/**
 * The sectors of a document with new responsibles: those that were requested, or else those of the
 * people, each once.
 */
export function transferTo(people: readonly Candidate[], organizationIds: readonly number[]) {
  const sectors = organizationIds.length > 0 ? organizationIds : known(people.map((one) => one.organizationId));
  return { responsibleIds: people.map((one) => one.id), organizationIds: [...new Set(sectors)] };
}
