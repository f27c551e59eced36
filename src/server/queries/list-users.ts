import { ListedUser } from '#contract/reference-data.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { managedUsers } from '../policies/reference-data.ts';
import { alphabetically } from './list-reference.ts';
import { referenceSources } from './reference-rows.ts';

/**
 * `manage`: the people that the actor manages, inactive ones included. `directory`: all active
 * people, with few fields. `all`: both together.
 */
export type UserScope = 'manage' | 'directory' | 'all';

/** People of the tenant in alphabetical order (rules B2, B12). */
export async function listUsers(
  tx: Transaction,
  list: { actor: Actor; scope: UserScope; id?: number },
): Promise<ListedUser[]> {
  const { actor } = list;
  const managed = managedUsers(actor);
  const only = list.id === undefined ? sql`` : sql` and u.id = ${list.id}`;
  const rows = await tx.rowsOf(
    v.object({ row: ListedUser }),
    sql`
    select ${referenceSources(actor).users.json} || jsonb_build_object('organization_id', u.organization_id,
        'managed', coalesce(${managed}, false), 'roles', coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name)
          order by x.position) from user_roles x join roles q on q.tenant_id = x.tenant_id and q.id = x.role_id
        where x.tenant_id = u.tenant_id and x.user_id = u.id), '[]'::jsonb)) as row
    from users u
    where u.tenant_id = ${actor.tenantId} and u.deleted_at is null and ${inScope(list.scope, managed)}${only}
    order by ${alphabetically('u.name')}, ${alphabetically('u.last_name')}, u.id`,
  );
  return rows.map((row) => row.row);
}

function inScope(scope: UserScope, managed: SQL): SQL {
  if (scope === 'manage') return sql`(${managed})`;
  return scope === 'directory' ? sql`u.status = 'active'` : sql`(u.status = 'active' or ${managed})`;
}
