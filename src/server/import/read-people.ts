import { ActiveStatus } from '#contract/scalars.ts';
import { emailOf } from '#domain/text.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import type { Actor } from '../policies/actor.ts';
import { managedUsers } from '../policies/visibility.ts';

const Held = v.object({ id: v.number(), name: v.string(), permissions: v.array(v.object({ name: v.string() })) });

const Person = v.object({
  id: v.number(),
  name: v.string(),
  last_name: v.string(),
  email: v.string(),
  status: ActiveStatus,
  job_title: v.nullable(v.string()),
  registration: v.nullable(v.string()),
  organization_id: v.nullable(v.number()),
  acronym: v.nullable(v.string()),
  managed: v.boolean(),
  /** The roles in their order; the first one is displayed. */
  roles: v.array(Held),
});
export type Person = v.InferOutput<typeof Person>;

/**
 * The key of an e-mail: spellings that the unique index of e-mails takes for one address have the
 * same key (rule H7).
 */
export const emailKey = (email: string): string => emailOf(email).toLowerCase();

/**
 * The tenant's people that fit `where` over the alias `u`, with their roles and whether the actor
 * manages them.
 */
export function readPeople(tx: Transaction, { actor, where }: { actor: Actor; where: SQL }): Promise<Person[]> {
  return tx.rowsOf(
    Person,
    sql`select u.id, u.name, u.last_name, u.email, u.status, u.job_title, u.registration, u.organization_id, o.acronym,
      coalesce(${managedUsers(actor)}, false) as managed, coalesce((
        select json_agg(json_build_object('id', r.id, 'name', r.name, 'permissions', coalesce((
          select json_agg(json_build_object('name', p.name)) from unnest(r.permissions) as p (name)), '[]'::json))
          order by x.position)
        from user_roles x join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
        where x.tenant_id = u.tenant_id and x.user_id = u.id), '[]'::json) as roles
    from users u left join organizations o on o.tenant_id = u.tenant_id and o.id = u.organization_id
    where u.tenant_id = ${actor.tenantId} and u.deleted_at is null and ${where}
    order by lower(u.name), lower(u.last_name), u.id`,
  );
}

/**
 * The e-mails among `keys` that belong to people of another tenant, and therefore can't be used
 * (rule H7).
 */
export async function takenElsewhere(
  database: Database,
  of: { actor: Actor; keys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await database.reading.onceAsSystem((tx) =>
    tx.execute(sql`select lower(email) as email from users
      where lower(email) = any(${sql.param([...of.keys])}::text[]) and tenant_id <> ${of.actor.tenantId}
        and deleted_at is null`),
  );
  return new Set(rows.map((row) => String(row['email'])));
}
