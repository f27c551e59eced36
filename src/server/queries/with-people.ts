import type { ListedOrganization, ListedUser, OrganizationRow } from '#contract/reference-data.ts';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { listUsers } from './list-users.ts';

/** Sectors with their people, as far as the person sees these (rule B2). */
export async function withPeople(
  tx: Transaction,
  listed: { actor: Actor; rows: readonly OrganizationRow[] },
): Promise<ListedOrganization[]> {
  const bySector = new Map<number | null, ListedUser[]>(listed.rows.map((row) => [row.id, []]));
  for (const user of await listUsers(tx, { actor: listed.actor, scope: 'all' })) {
    bySector.get(user.organization_id)?.push(user);
  }
  return listed.rows.map((row) => ({ ...row, users: bySector.get(row.id) ?? [] }));
}
