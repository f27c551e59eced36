// The address of a person's subscribed calendar (S67). A calendar program has no session: the token
// in the address gives access to the person's deadlines, and to nothing else. Only the token's
// SHA-256 is stored, so the address is shown once.

import { sql } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Database, sharerOfTenant } from '../db/database.ts';
import { PASSWORD_MARK } from './passwords.ts';

const TOKEN_BYTES = 32;
/** The form of a token: 32 bytes in base64url. */
export const FEED_TOKEN = /^[\w-]{43}$/;

type Person = { readonly tenantId: number; readonly userId: number };

const IS_GOOD = sql`u.status = 'active' and u.deleted_at is null and f.password_mark = ${PASSWORD_MARK}`;

/** A new token for the person. It replaces the one before. */
export async function makeCalendarFeed(database: Database, person: Person & { now: number }): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { tenantId, userId, now } = person;
  await database.asSystem((tx) =>
    tx.execute(sql`insert into calendar_feeds (tenant_id, user_id, token_hash, password_mark, created_at)
      select u.tenant_id, u.id, ${hashOf(token)}, ${PASSWORD_MARK}, ${new Date(now).toISOString()}::timestamptz
      from users u where u.tenant_id = ${tenantId} and u.id = ${userId}
      on conflict (tenant_id, user_id) do update set token_hash = excluded.token_hash,
        password_mark = excluded.password_mark, created_at = excluded.created_at`),
  );
  return token;
}

/** Ends the person's calendar. Returns how many there were, 0 or 1. */
export async function revokeCalendarFeed(database: Database, { tenantId, userId }: Person): Promise<number> {
  const { rowCount } = await database.asSystem((tx) =>
    tx.execute(sql`delete from calendar_feeds where tenant_id = ${tenantId} and user_id = ${userId}`),
  );
  return rowCount ?? 0;
}

/** When the person's calendar was made (ISO, UTC); null without one that is still good. */
export async function calendarMadeAt(database: Database, { tenantId, userId }: Person): Promise<string | null> {
  const rows = await database.onceAsSystem(
    (tx) =>
      tx.rowsOf(
        v.object({ at: v.string() }),
        sql`select to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
      where f.tenant_id = ${tenantId} and f.user_id = ${userId} and ${IS_GOOD}`,
      ),
    sharerOfTenant(tenantId),
  );
  return rows[0]?.at ?? null;
}

const FeedOwner = v.object({
  tenant_id: v.number(),
  user_id: v.number(),
  name: v.string(),
  acronym: v.string(),
  time_zone: v.string(),
});
export type FeedOwner = v.InferOutput<typeof FeedOwner>;

/** The active person whose calendar this token opens; null for every other token. */
export async function ownerOfFeed(database: Database, token: string): Promise<FeedOwner | null> {
  const rows = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      FeedOwner,
      sql`select f.tenant_id, f.user_id, u.name, t.acronym, t.time_zone
      from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
        join tenants t on t.id = f.tenant_id
      where f.token_hash = ${hashOf(token)} and ${IS_GOOD} and t.disabled_at is null`,
    ),
  );
  return rows[0] ?? null;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
