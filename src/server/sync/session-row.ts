// The session's own row of the feed (S174): the person, their roles and their tenant, as GET
// /api/user tells them.

import { SESSION } from '#contract/sync.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import { ownPersonQuery, SessionPersonRow, sessionRowOf } from '../sessions/session-person.ts';
import type { FeedRow } from './change-json.ts';

/**
 * The key of the row: the person's id, and the greatest number of the rows that it is made of
 * (`revOf` in session-person.ts).
 */
export function sessionKey({ tenantId, userId }: Actor): SQL {
  return sql`select u.id, greatest(u.rev, t.rev, o.rev, (select max(r.rev) from user_roles ur
        join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id)) as rev
      from users u join tenants t on t.id = u.tenant_id
      left join organizations o on o.tenant_id = u.tenant_id and o.id = u.organization_id
      where u.tenant_id = ${tenantId} and u.id = ${userId}`;
}

/** Who asks. `loginId`: the login of the session; null for one without. */
export type Reader = { readonly actor: Actor; readonly loginId: string | null };

/** What the row is made of, as text; null for a person who is deactivated meanwhile. */
export function sessionText({ actor: { tenantId, userId }, loginId }: Reader): SQL {
  return sql`(select row_to_json(p)::text from (${ownPersonQuery({ tenantId, userId, loginId })}) p)`;
}

/** Rows as they are sent: the session's gets its wire shape, which few pages have. */
export function withSession(rows: readonly FeedRow[]): readonly FeedRow[] {
  if (!rows.some(isSession)) return rows;
  return rows.flatMap((one) => {
    if (!isSession(one)) return one;
    if (one.row === null) return [];
    const person = v.parse(SessionPersonRow, JSON.parse(one.row));
    return { ...one, row: JSON.stringify(sessionRowOf(person)) };
  });
}

function isSession({ collection }: FeedRow): boolean {
  return collection === SESSION;
}
