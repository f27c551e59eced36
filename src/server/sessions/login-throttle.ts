// Allows five failures a minute per e-mail and address (default 5). They are counted in the
// database, so that several servers count together. The count is asked before an attempt, to spare
// its cost, and again when its result is known, so that of many attempts sent at the same moment no
// more than five are answered.

import { emailOf } from '#domain/text.ts';
import { lt, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { loginFailures } from '../db/schema/entering.ts';

const FAILURES_MAX = 5;
const WINDOW_MS = 60_000;

export type LoginAttempt = { readonly email: string; readonly address: string; readonly now: number };

export type LoginThrottle = {
  /** Seconds to wait; 0 when an attempt is allowed. */
  secondsToWait(attempt: LoginAttempt): Promise<number>;
  /** Counts a failure. Returns the seconds to wait that follow from the failures before it. */
  failed(attempt: LoginAttempt): Promise<number>;
  /**
   * Deletes earlier failures. When there were too many of them meanwhile, returns the seconds to
   * wait instead.
   */
  succeeded(attempt: LoginAttempt): Promise<number>;
};

export function createLoginThrottle(database: Database): LoginThrottle {
  return {
    secondsToWait: (attempt) => database.onceAsSystem((tx) => waitIn(tx, { attempt, forgiving: false })),
    failed: (attempt) =>
      database.asSystem(async (tx) => {
        // Attempts are counted one after the other, so that each sees the ones before it.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(attempt)}, 0))`);
        const seconds = await waitIn(tx, { attempt, forgiving: false });
        await tx.delete(loginFailures).where(lt(loginFailures.at, new Date(attempt.now - WINDOW_MS).toISOString()));
        await tx.insert(loginFailures).values({ key: keyOf(attempt), at: new Date(attempt.now).toISOString() });
        return seconds;
      }),
    succeeded: (attempt) => database.onceAsSystem((tx) => waitIn(tx, { attempt, forgiving: true })),
  };
}

/**
 * Seconds to wait. With `forgiving`, failures are deleted when there is nothing to wait for. Takes
 * one statement.
 */
async function waitIn(
  tx: Transaction,
  { attempt, forgiving }: { attempt: LoginAttempt; forgiving: boolean },
): Promise<number> {
  const since = new Date(attempt.now - WINDOW_MS).toISOString();
  // A failure that was counted by a clock that ran ahead is outside the window too.
  const until = new Date(attempt.now + WINDOW_MS).toISOString();
  const forgiven = sql`, forgiven as (delete from login_failures
    where key = ${keyOf(attempt)} and (select count from recent) < ${FAILURES_MAX}::int)`;
  const rows = await tx.rowsOf(
    v.object({ count: v.number(), oldest: v.nullable(v.string()) }),
    sql`
    with recent as (select count(*)::int as count, min(at) as oldest from login_failures
      where key = ${keyOf(attempt)} and at > ${since} and at <= ${until})${forgiving ? forgiven : sql``}
    select count, oldest from recent`,
  );
  const [recent] = rows;
  if (recent === undefined || recent.oldest === null || recent.count < FAILURES_MAX) return 0;
  return Math.max(1, Math.ceil((Date.parse(recent.oldest) + WINDOW_MS - attempt.now) / 1000));
}

function keyOf({ email, address }: LoginAttempt): string {
  return createHash('sha256')
    .update(`${emailOf(email).toLowerCase()}\n${address}`)
    .digest('hex');
}
