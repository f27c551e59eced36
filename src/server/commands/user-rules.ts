import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { judgePassword } from '#domain/passwords.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import type { Transaction } from '../db/database.ts';
import { isUniqueViolation } from '../db/violations.ts';
import { problems } from '../errors.ts';
import { createPasswordHasher } from '../sessions/passwords.ts';

const hasher = createPasswordHasher();

/** Judges and hashes a new password (decisions H6); `email` null where it is not known yet: guardPassword follows. */
export function hashNewPassword(password: string, email: string | null): Promise<string> {
  const refusal = judgePassword(password, email ?? '');
  if (refusal !== null) throw problems.invalid({ password: [REFUSAL_TEXT[refusal.code]] });
  return hasher.hash(password);
}

/** The person's own e-mail, as it is now, is no password. */
export async function guardPassword(
  tx: Transaction,
  change: { actor: Actor; id: number; password: string },
): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(sql`select email from users
    where tenant_id = ${change.actor.tenantId} and id = ${change.id}`);
  const refusal = judgePassword(change.password, rows[0]?.email ?? '');
  if (refusal !== null) throw problems.invalid({ password: [REFUSAL_TEXT[refusal.code]] });
}

/** E-mails are unique across tenants (decisions H7). */
export async function uniqueEmail<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'users')) throw problems.invalid({ email: ['Este e-mail já está em uso.'] });
    throw error;
  }
}
