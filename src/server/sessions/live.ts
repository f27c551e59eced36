// How long sessions and links of a new password last. An end that is further away than they ever
// last was set while the server's clock ran ahead, and would stand for as long as the clock was
// ahead: a session is shortened, and a link is over.

import { INVITATION_DAYS } from '#contract/import.ts';
import { sql, type SQL } from 'drizzle-orm';

export const IDLE_MS = 120 * 60_000;
export const REMEMBER_MS = 30 * 86_400_000;
export const LINK_MS = 60 * 60_000;
export const INVITATION_MS = INVITATION_DAYS * 86_400_000;
/** How far the clocks of servers on one database may be apart. */
const APART_MS = 5 * 60_000;

/** Whether the link `r` has not ended. `now` is an ISO instant. */
export function isLiveLink(now: string): SQL {
  return sql`(r.expires_at > ${now}::timestamptz and not ${isFarLink(now)})`;
}

/** Whether the end of the link `r` is further away than a link lasts. */
export function isFarLink(now: string): SQL {
  return sql`(r.expires_at > case when r.invitation then ${after(now, INVITATION_MS + APART_MS)}
    else ${after(now, LINK_MS + APART_MS)} end)`;
}

/**
 * Sessions whose end is further away than they last get the end of one that was used now. Their
 * beginning is no later than now, so that they end after all however often they are used (S156).
 */
export function shortenSessions(now: string): SQL {
  const longest = sql`case when remember then ${after(now, REMEMBER_MS)} else ${after(now, IDLE_MS)} end`;
  return sql`update sessions set expires_at = ${longest}, last_used_at = least(last_used_at, ${now}::timestamptz),
      created_at = least(created_at, ${now}::timestamptz)
    where expires_at > ${longest} + ${APART_MS / 1000} * interval '1 second'`;
}

function after(now: string, ms: number): SQL {
  return sql`${new Date(Date.parse(now) + ms).toISOString()}::timestamptz`;
}
