import { sql } from 'drizzle-orm';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/json.ts';

/**
 * Records that what these people may see has shrunk or moved, so that their devices walk everything
 * again (src/sync/promises.md, Pull).
 */
export async function bumpScope(tx: Transaction, people: { actor: Actor; ids: readonly number[] }): Promise<void> {
  if (people.ids.length === 0) return;
  await tx.execute(sql`update users set scope_epoch = scope_epoch + 1
    where tenant_id = ${people.actor.tenantId} and id = ${anyOf(people.ids)}`);
}

/**
 * Ends the people's live sessions, and with them push on their devices. `keep` is the hash of the
 * session that stays (rules B11, B12, H5).
 */
export async function endSessions(
  tx: Transaction,
  people: { actor: Actor; ids: readonly number[]; keep?: Buffer },
): Promise<void> {
  const kept = people.keep === undefined ? sql`` : sql` and token_hash <> ${people.keep}`;
  await tx.execute(sql`delete from sessions
    where tenant_id = ${people.actor.tenantId} and user_id = ${anyOf(people.ids)}${kept}`);
}
