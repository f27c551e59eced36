// People with more permissions (rule B8; S20). The rows of the accounts are locked before they are
// judged here, so that their roles stay what they are until the commit.

import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { canChangeAccount } from '#domain/permissions.ts';
import { lineOf } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { anyOf } from '../../db/json.ts';
import type { Transaction } from '../../db/database.ts';
import type { Actor } from '../../policies/actor.ts';
import { problems } from '../../reporting/errors.ts';
import { isSameEmail } from './user-rules.ts';

const Account = v.object({
  email: v.string(),
  status: v.string(),
  roles: v.array(v.object({ id: v.number(), name: v.string(), permissions: v.array(v.object({ name: v.string() })) })),
});
type Account = v.InferOutput<typeof Account>;

/** The accounts among these, other than the actor's own, that the actor may not change. */
async function higherAccounts(tx: Transaction, { actor, ids }: { actor: Actor; ids: readonly number[] }) {
  const rows = await tx.rowsOf(
    Account,
    sql`select u.email, u.status, coalesce((
      select json_agg(json_build_object('id', r.id, 'name', r.name, 'permissions', coalesce((
        select json_agg(json_build_object('name', p.name)) from unnest(r.permissions) as p (name)), '[]'::json))
        order by x.position)
      from user_roles x join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
      where x.tenant_id = u.tenant_id and x.user_id = u.id), '[]'::json) as roles
    from users u where u.tenant_id = ${actor.tenantId} and u.id = ${anyOf(ids)} and u.id <> ${actor.userId}`,
  );
  return rows.filter((account) => !canChangeAccount(actor.roles, account.roles));
}

/**
 * Refuses switching or deleting accounts of people with more permissions. One of them refuses all.
 */
export async function guardHigher(
  tx: Transaction,
  change: { actor: Actor; ids: readonly number[]; field: string },
): Promise<void> {
  if ((await higherAccounts(tx, change)).length > 0)
    throw problems.invalid({ [change.field]: [REFUSAL_TEXT.higher_account] });
}

/**
 * What of an account is guarded, as a change brought it; undefined or an empty password where it
 * did not.
 */
export type GuardedFields = {
  readonly email: string | undefined;
  readonly password: string;
  readonly status: ActiveStatus | undefined;
  readonly roles: readonly (number | string)[] | undefined;
};

/**
 * Refuses changing these fields of a person with more permissions. A field that keeps its value is
 * no change.
 */
export async function guardHigherFields(
  tx: Transaction,
  change: { actor: Actor; id: number; fields: GuardedFields },
): Promise<void> {
  const { actor, id, fields } = change;
  const [account] = await higherAccounts(tx, { actor, ids: [id] });
  if (account === undefined) return;
  const refused = {
    password: fields.password !== '',
    email: fields.email !== undefined && !isSameEmail(fields.email, account.email),
    roles: fields.roles !== undefined && !isSame(fields.roles, account.roles),
    status: fields.status !== undefined && fields.status !== account.status,
  };
  const errors = Object.entries(refused).filter(([, isRefused]) => isRefused);
  if (errors.length > 0)
    throw problems.invalid(Object.fromEntries(errors.map(([field]) => [field, [REFUSAL_TEXT.higher_account]])));
}

/** Whether the roles, named by id or by name, are the ones that are held. */
function isSame(named: readonly (number | string)[], held: Account['roles']): boolean {
  if (named.length !== held.length) return false;
  return held.every(({ id, name }, place) => [String(id), name].includes(lineOf(String(named[place]))));
}
