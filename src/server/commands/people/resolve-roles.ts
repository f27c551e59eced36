import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { canAssignRole, isSuperAdmin } from '#domain/permissions.ts';
import { lineOf } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';

const ResolvedRole = v.object({
  id: v.number(),
  name: v.string(),
  permissions: v.array(v.object({ name: v.string() })),
});
export const ROLE_TOO_HIGH = 'Você não pode atribuir esse papel.';
export type ResolvedRole = v.InferOutput<typeof ResolvedRole>;

export function tenantRoles(tx: Transaction, { tenantId }: Actor): Promise<ResolvedRole[]> {
  return tx.rowsOf(
    ResolvedRole,
    sql`select r.id, r.name, coalesce((
      select json_agg(json_build_object('name', p.name)) from unnest(r.permissions) as p (name)), '[]'::json) as permissions
    from roles r where r.tenant_id = ${tenantId}`,
  );
}

/**
 * Finds the tenant's roles by id or by name, in the order given. Throws 422 for an unknown role,
 * and for a role with a permission that the actor lacks, in whatever spelling (rule B8; default 3).
 */
export async function resolveRoles(
  tx: Transaction,
  named: { actor: Actor; roles: readonly (number | string)[] },
): Promise<ResolvedRole[]> {
  const { actor } = named;
  const rows = await tenantRoles(tx, actor);
  const found = named.roles.map((wanted) => {
    const text = lineOf(String(wanted));
    return rows.find((role) => String(role.id) === text) ?? rows.find((role) => role.name === text);
  });
  const roles = found.flatMap((role) => role ?? []);
  if (roles.length < found.length) throw problems.invalid({ roles: [REFUSAL_TEXT.invalid] });
  const assignable = roles.every((role) => canAssignRole(actor.roles, role));
  if (!assignable) throw problems.invalid({ roles: [ROLE_TOO_HIGH] });
  return [...new Map(roles.map((role) => [role.id, role])).values()];
}

/**
 * Replaces all roles of the person by the given ones. Returns whether anything changed, and whether
 * the person was a Super Admin and no longer is.
 */
export async function replaceRoles(
  tx: Transaction,
  change: { actor: Actor; userId: number; roles: readonly ResolvedRole[] },
): Promise<{ changed: boolean; lostSuperAdmin: boolean }> {
  const { tenantId } = change.actor;
  const ids = change.roles.map((role) => role.id);
  const before = await tx.rowsOf(
    v.object({ id: v.number(), name: v.string() }),
    sql`select r.id, r.name from user_roles x
    join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
    where x.tenant_id = ${tenantId} and x.user_id = ${change.userId} order by x.position`,
  );
  const known = before.map((row) => row.id);
  if (known.join() === ids.join()) return { changed: false, lostSuperAdmin: false };
  await tx.execute(sql`delete from user_roles where tenant_id = ${tenantId} and user_id = ${change.userId}`);
  await tx.execute(sql`insert into user_roles (tenant_id, user_id, role_id, position)
    select ${tenantId}::bigint, ${change.userId}::bigint, listed.id, listed.place
    from unnest(${sql.param(ids)}::bigint[]) with ordinality as listed (id, place)`);
  const wasSuperAdmin = isSuperAdmin(before.map((row) => ({ name: row.name, permissions: [] })));
  return { changed: true, lostSuperAdmin: wasSuperAdmin && !isSuperAdmin(change.roles) };
}
