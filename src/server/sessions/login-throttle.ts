// Five failures a minute per e-mail and address (hardening, default 5), counted in the database, so that several servers
// count together. Asked before an attempt, to spare its cost, and again when it is settled: of many sent at the same moment no
// more than five learn anything.

import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../db/database.ts';
import { loginFailures } from '../db/schema/entering.ts';

const FAILURES_MAX = 5;
const WINDOW_MS = 60_000;

export type LoginAttempt = { readonly email: string; readonly address: string; readonly now: number };

export type LoginThrottle = {
  /** Seconds to wait, 0 when an attempt is allowed. */
  secondsToWait(attempt: LoginAttempt): Promise<number>;
  /** Counts one; answers as secondsToWait for those before it. */
  failed(attempt: LoginAttempt): Promise<number>;
  /** Forgives earlier failures, or answers the seconds to wait when there were too many of them meanwhile. */
  succeeded(attempt: LoginAttempt): Promise<number>;
};

export function createLoginThrottle(database: Database): LoginThrottle {
  return {
    secondsToWait: (attempt) => database.asSystem((tx) => waitIn(tx, attempt)),
    failed: (attempt) =>
      database.asSystem(async (tx) => {
        // One after the other, so that each sees those before it.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(attempt)}, 0))`);
        const seconds = await waitIn(tx, attempt);
        await tx.delete(loginFailures).where(lt(loginFailures.at, new Date(attempt.now - WINDOW_MS).toISOString()));
        await tx.insert(loginFailures).values({ key: keyOf(attempt), at: new Date(attempt.now).toISOString() });
        return seconds;
      }),
    succeeded: (attempt) =>
      database.asSystem(async (tx) => {
        const seconds = await waitIn(tx, attempt);
        if (seconds === 0) await tx.delete(loginFailures).where(eq(loginFailures.key, keyOf(attempt)));
        return seconds;
      }),
  };
}

async function waitIn(tx: Transaction, attempt: LoginAttempt): Promise<number> {
  const since = new Date(attempt.now - WINDOW_MS).toISOString();
  const [recent] = await tx
    .select({ count: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${loginFailures.at})` })
    .from(loginFailures)
    .where(and(eq(loginFailures.key, keyOf(attempt)), gt(loginFailures.at, since)));
  if (recent === undefined || recent.oldest === null || recent.count < FAILURES_MAX) return 0;
  return Math.max(1, Math.ceil((Date.parse(recent.oldest) + WINDOW_MS - attempt.now) / 1000));
}

function keyOf({ email, address }: LoginAttempt): string {
  return createHash('sha256').update(`${email.trim().toLowerCase()}\n${address}`).digest('hex');
}
