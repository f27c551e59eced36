import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { emailOf } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import { isUniqueViolation, type Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { createPasswordHasher, judgeNewPassword } from '../../sessions/passwords.ts';

const hasher = createPasswordHasher();

/**
 * Judges and hashes a new password (rule H6). `email` is null when it is not known yet;
 * guardPassword must follow then.
 */
export function hashNewPassword(password: string, of: { actor: Actor; email: string | null }): Promise<string> {
  const { actor, email } = of;
  const refusal = judgeNewPassword(password, email ?? '');
  if (refusal !== null) throw problems.invalid({ password: [REFUSAL_TEXT[refusal.code]] });
  return hasher.hash(password, actor);
}

/** Throws when the password is the person's present e-mail. */
export async function guardPassword(
  tx: Transaction,
  change: { actor: Actor; id: number; password: string },
): Promise<void> {
  const refusal = judgeNewPassword(change.password, await storedEmail(tx, change));
  if (refusal !== null) throw problems.invalid({ password: [REFUSAL_TEXT[refusal.code]] });
}

/** The address of the person's account as it is now. */
export async function storedEmail(tx: Transaction, { actor, id }: { actor: Actor; id: number }): Promise<string> {
  const rows = await tx.rowsOf(
    v.object({ email: v.string() }),
    sql`select email from users where tenant_id = ${actor.tenantId} and id = ${id}`,
  );
  return rows[0]?.email ?? '';
}

/** Whether two spellings are one address, as the unique index of e-mails has it (rule H7). */
export function isSameEmail(one: string, other: string): boolean {
  return emailOf(one).toLowerCase() === emailOf(other).toLowerCase();
}

/**
 * Runs `work` and turns a violated constraint into a refusal: e-mails are unique across tenants
 * (rule H7).
 */
export async function uniqueEmail<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'users')) throw problems.invalid({ email: [REFUSAL_TEXT.email_taken] });
    throw error;
  }
}
