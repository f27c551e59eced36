// The sessions of one person, as the person sees and ends them (S156).

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, sharerOfTenant } from '../db/database.ts';
import { instantJson } from '../db/json.ts';

type Person = { readonly tenantId: number; readonly userId: number };

const OwnSession = v.object({
  id: v.nullable(v.string()),
  device: v.nullable(v.string()),
  began_at: v.string(),
  used_at: v.string(),
  current: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof OwnSession>;

/** The person's live sessions, the one that was used last first. `id` is the session's login. */
export async function ownSessions(
  database: Database,
  asked: Person & { readonly current: Buffer; readonly now: number },
): Promise<OwnSession[]> {
  return database.onceAsSystem(
    (tx) =>
      tx.rowsOf(
        OwnSession,
        sql`select s.login_id as id, s.device, ${instantJson('s.created_at')} as began_at,
          ${instantJson('s.last_used_at')} as used_at, s.token_hash = ${asked.current} as current
        from sessions s where s.tenant_id = ${asked.tenantId} and s.user_id = ${asked.userId}
          and s.expires_at > ${new Date(asked.now).toISOString()}::timestamptz
        order by current desc, s.last_used_at desc limit 100`,
      ),
    sharerOfTenant(asked.tenantId),
  );
}

/**
 * Ends the person's other sessions, or the one of `login` alone, and the logins behind them.
 * Resolves to how many they were.
 */
export async function endOtherSessions(
  database: Database,
  asked: Person & { readonly current: Buffer; readonly login: string | undefined; readonly now: number },
): Promise<number> {
  const one = asked.login === undefined ? sql`` : sql`and login_id = ${asked.login}::uuid`;
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`with ended as (delete from sessions where tenant_id = ${asked.tenantId} and user_id = ${asked.userId}
          and token_hash <> ${asked.current} ${one} returning tenant_id, login_id),
        left_login as (update logins l set ended_at = ${new Date(asked.now).toISOString()}::timestamptz from ended
          where l.tenant_id = ended.tenant_id and l.key = ended.login_id returning l.key)
      select (select count(*)::int from ended) as ended, (select count(*) from left_login) as logins`),
  );
  return Number(rows[0]?.['ended'] ?? 0);
}
