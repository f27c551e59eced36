// The table of jobs as a queue: any number of servers take from it, and each job is taken by one of
// them under a lease. A server that dies during a job loses the lease, and another server takes the
// job.

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
  /** The host name of its tenant's own, for links. */
  host: v.nullable(v.string()),
});
export type Job = Readonly<v.InferOutput<typeof Job>>;

const LEASE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 86_400_000;
/**
 * The longest way ahead that anything is planned: the next day's reminders, or another try after
 * the longest pause.
 */
const AHEAD_MAX_MS = LONGEST_RETRY_MS + 3_600_000;
/** A job that is late by more than this is put off once more, by `LATE_WAITS_MS`. */
const LATE_MS = 86_400_000;
const LATE_WAITS_MS = 3_600_000;
/**
 * A push is worth some four hours. Everything else is tried for a week, so that a long outage loses
 * no reminder.
 */
const PUSH_ATTEMPTS = 10;
const ATTEMPTS = 19;

export function attemptsOf(kind: JobKind): number {
  return kind === 'push' ? PUSH_ATTEMPTS : ATTEMPTS;
}

/**
 * Takes up to `limit` jobs that are due at `now` (epoch milliseconds), links for a new password
 * first. No other server gets them until the lease ends. A time further ahead than anything is
 * planned was written under a clock that ran ahead, and counts as past. What should have been done
 * more than a day ago waits another hour: either no server ran, or this clock runs ahead, and would
 * find every message out of date.
 */
export async function takeDueJobs(database: Database, at: { now: number; limit: number }): Promise<Job[]> {
  const instant = (ms: number): string => new Date(at.now + ms).toISOString();
  const [now, until] = [instant(0), instant(LEASE_MS)];
  const isFree = sql`done_at is null and (leased_until is null or leased_until <= ${now} or leased_until > ${until})
    and tenant_id not in (select id from tenants where disabled_at is not null)`;
  const isDue = sql`${isFree}
    and (run_at > ${instant(-LATE_MS)} and run_at <= ${now} or run_at > ${instant(AHEAD_MAX_MS)})`;
  return database.onceAsSystem((tx) =>
    tx.rowsOf(
      Job,
      sql`
      with late as (update jobs set run_at = ${instant(LATE_WAITS_MS)} where (tenant_id, id) in (
          select tenant_id, id from jobs where run_at <= ${instant(-LATE_MS)} and ${isFree} for update skip locked)),
        links as (select tenant_id, id from jobs where kind = 'password-reset' and ${isDue}
          order by run_at limit ${at.limit}::int for update skip locked),
        others as (select tenant_id, id from jobs where kind <> 'password-reset' and ${isDue}
          order by run_at limit ${at.limit}::int - (select count(*) from links) for update skip locked),
        due as (select tenant_id, id from links union all select tenant_id, id from others)
      update jobs j set leased_until = ${until}, attempts = j.attempts + 1 from due
        where j.tenant_id = due.tenant_id and j.id = due.id
        returning j.tenant_id, j.id, j.kind, j.payload, j.attempts,
          (select t.host from tenants t where t.id = j.tenant_id) as host`,
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
 * Records that the job failed: it is tried again after 30 s, 1 min, 2 min and so on up to a day,
 * and given up after the last attempt of its kind or when it is `hopeless`.
 */
export async function failJob(
  database: Database,
  failure: { job: Job; now: number; error: string; hopeless: boolean },
): Promise<{ givenUp: boolean }> {
  const { job, now } = failure;
  const givenUp = failure.hopeless || job.attempts >= attemptsOf(job.kind);
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
