// Five failures a minute per e-mail and address (hardening, default 5), counted in the database, so that several servers
// count together.

import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { loginFailures } from '../db/schema/entering.ts';

const FAILURES_MAX = 5;
const WINDOW_MS = 60_000;

export type LoginAttempt = { readonly email: string; readonly address: string; readonly now: number };

export type LoginThrottle = {
  /** Seconds to wait, 0 when an attempt is allowed. */
  secondsToWait(attempt: LoginAttempt): Promise<number>;
  failed(attempt: LoginAttempt): Promise<void>;
  succeeded(attempt: LoginAttempt): Promise<void>;
};

export function createLoginThrottle(database: Database): LoginThrottle {
  return {
    secondsToWait: (attempt) =>
      database.asSystem(async (tx) => {
        const since = new Date(attempt.now - WINDOW_MS).toISOString();
        const [recent] = await tx
          .select({ count: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${loginFailures.at})` })
          .from(loginFailures)
          .where(and(eq(loginFailures.key, keyOf(attempt)), gt(loginFailures.at, since)));
        if (recent === undefined || recent.oldest === null || recent.count < FAILURES_MAX) return 0;
        return Math.max(1, Math.ceil((Date.parse(recent.oldest) + WINDOW_MS - attempt.now) / 1000));
      }),
    failed: (attempt) =>
      database.asSystem(async (tx) => {
        await tx.delete(loginFailures).where(lt(loginFailures.at, new Date(attempt.now - WINDOW_MS).toISOString()));
        await tx.insert(loginFailures).values({ key: keyOf(attempt), at: new Date(attempt.now).toISOString() });
      }),
    succeeded: (attempt) =>
      database.asSystem(async (tx) => {
        await tx.delete(loginFailures).where(eq(loginFailures.key, keyOf(attempt)));
      }),
  };
}

function keyOf({ email, address }: LoginAttempt): string {
  return createHash('sha256').update(`${email.trim().toLowerCase()}\n${address}`).digest('hex');
}
