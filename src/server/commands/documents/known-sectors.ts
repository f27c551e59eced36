import { refuse, type Decision } from '#domain/refusals.ts';
import type { LockedForWrite } from '../../queries/lock-document.ts';
import { inOrder } from '../../queries/references.ts';

/** A refusal unless all requested sectors are active ones of the tenant; null when they are. */
export function guardKnownSectors(locked: LockedForWrite, ids: readonly number[]): Decision<never> | null {
  const field = 'organization_ids';
  const organizations = inOrder(ids, locked.organizations);
  if (organizations.includes(null)) return refuse('organization_unknown', field);
  return organizations.some((one) => one?.active === false) ? refuse('organization_inactive', field) : null;
}
