// The table of jobs as a queue: any number of servers take from it, and each job is taken by one of them under a lease. A
// server that dies during a job loses the lease, and another server takes the job.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { jobs } from '../db/schema/operation.ts';

export type JobKind = typeof jobs.$inferSelect.kind;

const Job = v.object({
  tenant_id: v.number(),
  id: v.number(),
  kind: v.picklist(jobs.kind.enumValues),
  payload: v.unknown(),
  /** How often the job has been taken, this time included. */
  attempts: v.number(),
});
export type Job = Readonly<v.InferOutput<typeof Job>>;

const LEASE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
export const ATTEMPTS_MAX = 10;

/**
 * Takes up to `limit` jobs that are due at `now` (epoch milliseconds). No other server gets them until the lease ends.
 */
export async function takeDueJobs(database: Database, at: { now: number; limit: number }): Promise<Job[]> {
  const now = new Date(at.now).toISOString();
  const until = new Date(at.now + LEASE_MS).toISOString();
  return database.onceAsSystem((tx) =>
    tx.rowsOf(
      Job,
      sql`
      with due as (select tenant_id, id from jobs
          where done_at is null and run_at <= ${now} and (leased_until is null or leased_until <= ${now})
          order by run_at limit ${at.limit} for update skip locked)
      update jobs j set leased_until = ${until}, attempts = j.attempts + 1 from due
        where j.tenant_id = due.tenant_id and j.id = due.id
        returning j.tenant_id, j.id, j.kind, j.payload, j.attempts`,
    ),
  );
}

/** Records that the job is done. */
export async function finishJob(database: Database, done: { job: Job; now: number }): Promise<void> {
  await database.onceAsSystem((tx) =>
    tx.execute(sql`update jobs set done_at = ${new Date(done.now).toISOString()}, leased_until = null, last_error = null
      where tenant_id = ${done.job.tenant_id} and id = ${done.job.id}`),
  );
}

/**
 * Records that the job failed: it is tried again after 30 s, 1 min, 2 min and so on, and given up after the tenth attempt
 * or when it is `hopeless`.
 */
export async function failJob(
  database: Database,
  failure: { job: Job; now: number; error: string; hopeless: boolean },
): Promise<{ givenUp: boolean }> {
  const { job, now } = failure;
  const givenUp = failure.hopeless || job.attempts >= ATTEMPTS_MAX;
  const next = new Date(now + retryDelayMs(job.attempts)).toISOString();
  const doneAt = givenUp ? new Date(now).toISOString() : null;
  await database.onceAsSystem((tx) =>
    tx.execute(sql`update jobs set done_at = ${doneAt}, run_at = ${next}, leased_until = null,
        last_error = ${failure.error.slice(0, 500)}
      where tenant_id = ${job.tenant_id} and id = ${job.id}`),
  );
  return { givenUp };
}

/** Milliseconds to wait after the n-th failure. */
export function retryDelayMs(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}
