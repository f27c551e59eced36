// The table of jobs as a queue: any number of servers take from it, and each job is taken by one of
// them under a lease. A server that dies during a job loses the lease, and another server takes the
// job.

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { APART_MS } from '../config/system-clock.ts';
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
  /** The tenant's own host name, for links (S248); null for a tenant without one. */
  host: v.nullable(v.string()),
});
export type Job = Readonly<v.InferOutput<typeof Job>>;

const LEASE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 86_400_000;
/**
 * Nothing is planned further ahead than this: the next day's reminders, or another attempt after
 * the longest pause.
 */
const AHEAD_MAX_MS = LONGEST_RETRY_MS + 3_600_000;
/** A job that is late by more than this waits once for `LATE_WAITS_MS` (see takeDueJobs). */
const LATE_MS = 86_400_000;
const LATE_WAITS_MS = 3_600_000;
/**
 * A push is tried for some four hours, because it is worth nothing later. Everything else is tried
 * for a week, so that a long outage loses no reminder.
 */
const PUSH_ATTEMPTS = 10;
const ATTEMPTS = 19;

export function attemptsOf(kind: JobKind): number {
  return kind === 'push' ? PUSH_ATTEMPTS : ATTEMPTS;
}

/**
 * Each kind of job has a lane, and each lane is worked by itself. So neither a queue of e-mails nor
 * a slow mail server delays a link for a new password, or a push. Within a lane, kinds of place 0
 * are taken before those of place 1.
 */
export const LANES = ['links', 'mails', 'others'] as const;
export type Lane = (typeof LANES)[number];

const LANE_OF: Readonly<Record<JobKind, readonly [lane: Lane, place: 0 | 1]>> = {
  'password-reset': ['links', 0],
  'account-mail': ['links', 0],
  'notice-mail': ['mails', 0],
  // One sheet may bring thousands of invitations, so they wait with the other e-mails, not among
  // the links.
  invitation: ['mails', 0],
  'deadline-mail': ['mails', 1],
  'chief-mail': ['mails', 1],
  'digest-mail': ['mails', 1],
  reminders: ['others', 0],
  notices: ['others', 0],
  push: ['others', 0],
};

function kindsOf(isIts: (lane: Lane, place: 0 | 1) => boolean): JobKind[] {
  return jobs.kind.enumValues.filter((kind) => isIts(...LANE_OF[kind]));
}

/** The kinds of jobs that send an e-mail. */
const MAIL_KINDS = kindsOf((lane) => lane !== 'others');

/** Whether a job of this kind (SQL) is an e-mail. */
export function isMail(kind: SQL): SQL {
  return sql`${kind} = any(${kindsSql(MAIL_KINDS)})`;
}

const kindsSql = (kinds: readonly JobKind[]): SQL => sql`${sql.param([...kinds])}::text[]`;

/**
 * Takes up to `limit` jobs of the lane that are due at `now` (epoch milliseconds). No other server
 * gets them until the lease ends. A job that is due further ahead than anything is planned was
 * written under a clock that ran ahead, and counts as due. A lease that ends too far ahead for any
 * server's clock doesn't count either. A job that is more than a day late waits another hour:
 * either no server ran, or this clock runs ahead, and would find every message out of date. A kind
 * that only a later version knows is left to servers of that version.
 */
export async function takeDueJobs(database: Database, at: { now: number; limit: number; lane: Lane }): Promise<Job[]> {
  const instant = (ms: number): string => new Date(at.now + ms).toISOString();
  const [now, until] = [instant(0), instant(LEASE_MS)];
  const isFree = sql`done_at is null
    and (leased_until is null or leased_until <= ${now} or leased_until > ${instant(LEASE_MS + APART_MS)})
    and tenant_id not in (select id from tenants where disabled_at is not null)`;
  const isDue = sql`${isFree}
    and (run_at > ${instant(-LATE_MS)} and run_at <= ${now} or run_at > ${instant(AHEAD_MAX_MS)})`;
  const classes = ([0, 1] as const).map((place) => kindsOf((lane, its) => lane === at.lane && its === place));
  const names = classes.map((_kinds, place) => sql.raw(`class_${place}`));
  const steps = classes.map((kinds, place) => {
    const taken = names.slice(0, place).map((name) => sql` - (select count(*) from ${name})`);
    return sql`${names[place]} as (select tenant_id, id from jobs where kind = any(${kindsSql(kinds)}) and ${isDue}
      order by run_at limit ${at.limit}::int${sql.join(taken)} for update skip locked)`;
  });
  return database.onceAsSystem((tx) =>
    tx.rowsOf(
      Job,
      sql`
      with late as (update jobs set run_at = ${instant(LATE_WAITS_MS)} where (tenant_id, id) in (
          select tenant_id, id from jobs where kind = any(${kindsSql(classes.flat())}) and run_at <= ${instant(-LATE_MS)}
            and ${isFree} for update skip locked)),
        ${sql.join(steps, sql`, `)},
        due as (${sql.join(
          names.map((name) => sql`select tenant_id, id from ${name}`),
          sql` union all `,
        )})
      update jobs j set leased_until = ${until}, attempts = j.attempts + 1 from due
        where j.tenant_id = due.tenant_id and j.id = due.id
        returning j.tenant_id, j.id, j.kind, j.payload, j.attempts,
          (select t.host from tenants t where t.id = j.tenant_id) as host`,
    ),
  );
}

const MINUTE_MS = 60_000;

/**
 * How many e-mails all servers together have handed over in the last minute, or are handing over.
 */
export async function mailsOfLastMinute(database: Database, now: number): Promise<number> {
  const at = new Date(now).toISOString();
  const [row] = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      v.object({ count: v.number() }),
      sql`select (select count(*) from jobs where ${isMail(sql`kind`)} and last_error is null and attempts > 0
          and done_at > ${new Date(now - MINUTE_MS).toISOString()} and done_at <= ${at})::int
        + (select count(*) from jobs where ${isMail(sql`kind`)} and done_at is null
          and leased_until > ${at})::int as count`,
    ),
  );
  return row?.count ?? 0;
}

export async function finishJob(database: Database, done: { job: Job; now: number }): Promise<void> {
  await database.onceAsSystem((tx) =>
    tx.execute(sql`update jobs set done_at = ${new Date(done.now).toISOString()}, leased_until = null, last_error = null
      where tenant_id = ${done.job.tenant_id} and id = ${done.job.id}`),
  );
}

/**
 * Records that the job failed: it is tried again after 30 s, 1 min, 2 min and so on up to a day,
 * and given up after the last attempt of its kind or when it is `hopeless`. A job that was ended
 * meanwhile stays ended.
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
      where tenant_id = ${job.tenant_id} and id = ${job.id} and done_at is null`),
  );
  return { givenUp };
}

/** Milliseconds to wait after the n-th failure. */
export function retryDelayMs(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}
