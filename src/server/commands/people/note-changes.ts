import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../../db/database.ts';
import type { Actor } from '../../policies/actor.ts';
import { isSameEmail } from './user-rules.ts';

export type PersonFields = {
  readonly name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
};

export type NotedChanges = {
  /** The wire's names of the fields whose values will change. */
  readonly fields: readonly string[];
  /** The address that the account loses; undefined when it keeps its own. */
  readonly emailBefore: string | undefined;
};

const Before = v.object({ name: v.string(), last_name: v.string(), email: v.string() });

/**
 * Compares what will be written with what the account has, and keeps the name that it loses (S155).
 * The person's row is locked by the caller, and not written yet.
 */
export async function noteChanges(
  tx: Transaction,
  change: { actor: Actor; id: number; now: number; written: PersonFields },
): Promise<NotedChanges> {
  const { actor, id, written } = change;
  const wanted = [written.name, written.last_name, written.email].some((value) => value !== undefined);
  const [before] = wanted
    ? await tx.rowsOf(
        Before,
        sql`select name, last_name, email from users where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
    : [];
  if (before === undefined) return { fields: [], emailBefore: undefined };
  const fields = (['name', 'last_name', 'email'] as const).filter(
    (field) => written[field] !== undefined && written[field] !== before[field],
  );
  if (fields.includes('name') || fields.includes('last_name')) {
    await tx.execute(sql`insert into former_names (tenant_id, user_id, name, last_name, until, changed_by)
      values (${actor.tenantId}, ${id}, ${before.name}, ${before.last_name},
        ${new Date(change.now).toISOString()}::timestamptz, ${actor.userId})`);
  }
  const isReaddressed = written.email !== undefined && !isSameEmail(written.email, before.email);
  return { fields, emailBefore: isReaddressed ? before.email : undefined };
}
