import { sql } from 'drizzle-orm';
import { isFarLink, shortenSessions } from '../sessions/session-store.ts';
import type { JobParts } from './job-parts.ts';

const DAY_MS = 86_400_000;
/** A device whose cursor is older walks everything again (src/sync/promises.md, Pull). */
const TOMBSTONES_DAYS = 180;
/** Work made under an older login is judged as work that names no login (S34). */
const LOGINS_DAYS = 400;
/** What was refused so long ago waits no more. */
const HELD_DAYS = 90;
/** Longer than any key could be planned again. */
const DONE_JOBS_DAYS = 30;

/**
 * Removes expired sessions, challenges, failed logins and recovery links, old logins, old
 * tombstones and finished jobs. Sessions of a clock that ran ahead are shortened.
 */
export async function removeExpired({ database, clock }: Pick<JobParts, 'database' | 'clock'>) {
  const now = clock();
  const at = new Date(now).toISOString();
  const before = (ageMs: number) => sql`${new Date(now - ageMs).toISOString()}::timestamptz`;
  const statements = {
    shortened: shortenSessions(at),
    sessions: sql`delete from sessions where expires_at < ${before(0)}`,
    logins: sql`delete from logins l where at < ${before(LOGINS_DAYS * DAY_MS)}
      and not exists (select 1 from sessions s where s.tenant_id = l.tenant_id and s.login_id = l.key)`,
    challenges: sql`delete from used_challenges where expires_at < ${before(0)}`,
    held: sql`delete from held_commands where at < ${before(HELD_DAYS * DAY_MS)}`,
    failures: sql`delete from login_failures where at < ${before(DAY_MS)}`,
    resets: sql`delete from password_resets r where expires_at < ${before(DAY_MS)} or ${isFarLink(at)}`,
    tombstones: sql`delete from tombstones where at < ${before(TOMBSTONES_DAYS * DAY_MS)}`,
    jobs: sql`delete from jobs where done_at < ${before(DONE_JOBS_DAYS * DAY_MS)}`,
  };
  const removed: Record<string, number> = {};
  const faults: unknown[] = [];
  for (const [name, statement] of Object.entries(statements)) {
    try {
      removed[name] = (await database.onceAsSystem((tx) => tx.execute(statement))).rowCount ?? 0;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return removed;
}
