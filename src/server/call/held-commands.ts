// Which commands have waited (S157). A device that was in contact for long after an act would have
// sent the act in that time. There are three exceptions: the server did not take the command (in
// conflict, refused, without room), such a command of the same document stood before it, or its
// files were still being sent.

import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Actor } from '../policies/actor.ts';

/**
 * The address of creations. Acts on a document that is not registered wait for its creation, which
 * has this address.
 */
const CREATIONS = '/api/documents';
/** How many commands of a person are remembered; the oldest is forgotten first. */
const HELD_MAX = 500;

type HeldCommand = {
  readonly actor: Actor;
  readonly key: string;
  /** The address of the command, without a query. */
  readonly target: string;
  /** ISO instant of the doing. */
  readonly performedAt: string;
};

/**
 * Remembers that a command was seen and not taken. A command that is remembered already keeps its
 * first time.
 */
export async function noteHeld(database: Database, held: HeldCommand & { readonly now: number }): Promise<void> {
  const { tenantId, userId } = held.actor;
  await database.inTenant(tenantId, async (tx) => {
    await tx.execute(sql`insert into held_commands (tenant_id, actor_id, key, target, performed_at, at)
      values (${tenantId}, ${userId}, ${held.key}::uuid, ${held.target}, ${held.performedAt}::timestamptz,
        ${new Date(held.now).toISOString()}::timestamptz) on conflict do nothing`);
    await tx.execute(sql`delete from held_commands where tenant_id = ${tenantId} and actor_id = ${userId} and key in (
      select key from held_commands where tenant_id = ${tenantId} and actor_id = ${userId}
      order by at desc, key offset ${HELD_MAX}::int)`);
  });
}

/** Whether a command has waited since the time (`X-Performed-At`) that it names. */
export async function hasWaited(
  database: Database,
  { actor, key, target, performedAt }: HeldCommand,
): Promise<boolean> {
  const theirs = sql`tenant_id = ${actor.tenantId} and actor_id = ${actor.userId}`;
  const { rows } = await database.onceInTenant(actor.tenantId, (tx) =>
    tx.execute(sql`select 1 where exists (select from held_commands where ${theirs} and (
        (key = ${key}::uuid and performed_at = ${performedAt}::timestamptz)
        or (target in (${target}, ${CREATIONS}) and performed_at <= ${performedAt}::timestamptz)))
      or exists (select from staged_uploads where ${theirs} and key = ${key}::uuid)`),
  );
  return rows.length > 0;
}
