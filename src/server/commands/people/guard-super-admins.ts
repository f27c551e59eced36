import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';

/**
 * Refuses a change that would leave the tenant without an active Super Admin (rule B10). Called
 * after the change, inside its transaction. The roles' rows are locked first, so that of two people
 * who demote each other only one succeeds.
 */
export async function guardSuperAdmins(tx: Transaction, change: { actor: Actor; field: string }): Promise<void> {
  const { tenantId } = change.actor;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('super-admins', ${tenantId}))`);
  const { rows } = await tx.execute(sql`select 1 from users u
    join user_roles x on x.tenant_id = u.tenant_id and x.user_id = u.id
    join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
    where u.tenant_id = ${tenantId} and u.status = 'active' and u.deleted_at is null and r.name = ${SUPER_ADMIN} limit 1`);
  if (rows.length === 0) {
    throw problems.invalid({ [change.field]: ['O órgão precisa de ao menos um Super Admin ativo.'] });
  }
}

/** Refuses deleting, deactivating or demoting oneself, also in bulk (rule B10). */
export function guardOneself(change: { actor: Actor; ids: readonly number[]; field: string }): void {
  if (change.ids.includes(change.actor.userId)) {
    throw problems.invalid({ [change.field]: [REFUSAL_TEXT.own_account] });
  }
}
