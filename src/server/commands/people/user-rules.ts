import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { judgePassword } from '#domain/passwords.ts';
import { canAssignRole } from '#domain/permissions.ts';
import { emailOf } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import { isUniqueViolation, type Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { createPasswordHasher } from '../../sessions/passwords.ts';

const RoleLike = v.object({ name: v.string(), permissions: v.array(v.object({ name: v.string() })) });

const hasher = createPasswordHasher();

/**
 * Judges and hashes a new password (rule H6). `email` is null when it is not known yet; guardPassword must follow then.
 */
export function hashNewPassword(password: string, email: string | null): Promise<string> {
  const refusal = judgePassword(password, email ?? '');
  if (refusal !== null) throw problems.invalid({ password: [REFUSAL_TEXT[refusal.code]] });
  return hasher.hash(password);
}

/** Throws when the password is the person's present e-mail. */
export async function guardPassword(
  tx: Transaction,
  change: { actor: Actor; id: number; password: string },
): Promise<void> {
  const rows = await tx.rowsOf(
    v.object({ email: v.string() }),
    sql`select email from users
    where tenant_id = ${change.actor.tenantId} and id = ${change.id}`,
  );
  const refusal = judgePassword(change.password, rows[0]?.email ?? '');
  if (refusal !== null) throw problems.invalid({ password: [REFUSAL_TEXT[refusal.code]] });
}

/**
 * A person who sets a password, or the e-mail that recovers it, can log in as its owner. So this throws for another
 * person's, unless the actor could assign every role of that person (rule B8; S20).
 */
export async function guardEntry(
  tx: Transaction,
  change: { actor: Actor; id: number; email: string | undefined; password: string },
): Promise<void> {
  const { actor, id } = change;
  if (id === actor.userId) return;
  const rows = await tx.rowsOf(
    v.object({ email: v.string(), roles: v.array(RoleLike) }),
    sql`select u.email, coalesce((
      select json_agg(json_build_object('name', r.name, 'permissions', coalesce((
        select json_agg(json_build_object('name', p.name)) from unnest(r.permissions) as p (name)), '[]'::json)))
      from user_roles x join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
      where x.tenant_id = u.tenant_id and x.user_id = u.id), '[]'::json) as roles
    from users u where u.tenant_id = ${actor.tenantId} and u.id = ${id}`,
  );
  const [person] = rows;
  if (person === undefined || person.roles.every((role) => canAssignRole(actor.roles, role))) return;
  const message = ['Esta pessoa tem permissões que você não tem: só um administrador muda a senha ou o e-mail dela.'];
  const movesEmail =
    change.email !== undefined && emailOf(change.email).toLowerCase() !== emailOf(person.email).toLowerCase();
  if (change.password !== '') throw problems.invalid({ password: message });
  if (movesEmail) throw problems.invalid({ email: message });
}

/** Runs `work` and turns a violated constraint into a refusal: e-mails are unique across tenants (rule H7). */
export async function uniqueEmail<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'users')) throw problems.invalid({ email: ['Este e-mail já está em uso.'] });
    throw error;
  }
}
