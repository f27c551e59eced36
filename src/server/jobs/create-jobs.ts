// The jobs of one server. Any number of servers run them side by side over one database: a job that
// one server takes is taken by no other.

import { openMailer } from '../mail/mailer.ts';
import { createPushSender, vapidKeysOf } from '../push/push-sender.ts';
import { Hopeless } from '../reporting/errors.ts';
import { reasonOf } from '../config/reasons.ts';
import { every, type Timer } from '../reporting/timers.ts';
import type { Services } from '../services/services.ts';
import type { JobParts } from './job-parts.ts';
import { failJob, finishJob, type Job, type Lane, LANES, mailsOfLastMinute, takeDueJobs } from './job-store.ts';
import { doMaintenance } from './maintenance.ts';
import { performJob } from './perform-job.ts';
import { scheduleReminders } from './plan-reminders.ts';

/**
 * Jobs that run at the same time, by lane. Those of `links` and `mails` send e-mails, and the
 * mailer has a connection for each (src/server/mail/mailer.ts).
 */
const AT_A_TIME: Readonly<Record<Lane, number>> = { links: 2, mails: 4, others: 4 };
const SCHEDULE_EVERY_MS = 60_000;

export type Jobs = {
  /** Does everything that is due now; returns how many jobs it took. */
  tick(): Promise<number>;
  /**
   * Does what is due every `everyMs` milliseconds until `stop`, which waits for work that has
   * begun.
   */
  start(everyMs: number): Timer;
};

export function createJobs(parts: JobParts): Jobs {
  let scheduledAt = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  const isHalted = (): boolean => isStopping || parts.isHalted?.() === true;

  const schedule = async (now: number): Promise<void> => {
    if (Math.abs(now - scheduledAt) < SCHEDULE_EVERY_MS) return;
    const onFault = (tenantId: number, error: unknown): void =>
      parts.log.error({ event: 'reminders_failed', tenantId, err: error }, 'reminders could not be planned');
    await scheduleReminders(parts.database, { now, onFault });
    scheduledAt = now;
  };

  const takeAll = async (lane: Lane): Promise<number> => {
    let taken = 0;
    while (!isHalted()) {
      const now = parts.clock();
      const limit = await placesIn(parts, { lane, now });
      const jobs = limit === 0 ? [] : await takeDueJobs(parts.database, { now, limit, lane });
      if (jobs.length === 0) break;
      taken += jobs.length;
      await Promise.all(jobs.map((job) => attempt(parts, job)));
    }
    return taken;
  };

  /**
   * Plans reminders and does maintenance. When one of the two fails, the other is still done, and
   * then the error is thrown.
   */
  const plan = async (): Promise<void> => {
    if (isHalted()) return;
    const faults: unknown[] = [];
    const note = (error: unknown): void => void faults.push(error);
    await schedule(parts.clock()).catch(note);
    await doMaintenance({ ...parts, isHalted }).catch(note);
    if (faults.length > 0) throw faults[0];
  };

  return {
    async tick() {
      const planned = await plan().catch((error: unknown) => ({ error }));
      let taken = 0;
      for (;;) {
        // A job may queue another one in another lane, so all lanes are asked again until none has
        // work.
        const counts = await Promise.all(LANES.map(takeAll));
        const round = counts.reduce((sum, count) => sum + count, 0);
        taken += round;
        if (round === 0) break;
      }
      if (planned !== undefined) throw planned.error;
      return taken;
    },
    start(everyMs) {
      const timers = [
        every(everyMs, { name: 'jobs', log: parts.log, work: plan }),
        ...LANES.map((lane) => every(everyMs, { name: `jobs of ${lane}`, log: parts.log, work: () => takeAll(lane) })),
      ];
      return {
        stop: async () => {
          isStopping = true;
          await Promise.all(timers.map((timer) => timer.stop()));
        },
      };
    },
  };
}

/**
 * How many jobs of the lane may be done at once. E-mails of the last minute are counted over all
 * servers, those of the lane `links` included. Only the lane `mails` waits for the limit.
 */
async function placesIn(
  { database, mailPerMinute = null }: JobParts,
  { lane, now }: { lane: Lane; now: number },
): Promise<number> {
  const places = AT_A_TIME[lane];
  if (lane !== 'mails' || mailPerMinute === null) return places;
  return Math.max(0, Math.min(places, mailPerMinute - (await mailsOfLastMinute(database, now))));
}

async function attempt(parts: JobParts, job: Job): Promise<void> {
  const { database, log } = parts;
  try {
    await performJob(parts, job);
    await finishJob(database, { job, now: parts.clock() });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hopeless = error instanceof Hopeless;
    const { givenUp } = await failJob(database, { job, now: parts.clock(), error: message, hopeless });
    const { kind, id, tenant_id: tenantId, attempts } = job;
    log.warn(
      { event: givenUp ? 'job_given_up' : 'job_failed', tenantId, kind, job: id, attempts, ...reasonOf(error) },
      'a job failed',
    );
  }
}

const EVERY_MS = 1000;

/**
 * Starts a server's jobs with real mail and push. `address` is where people open the client. While
 * `isHalted` returns true, no job is done.
 */
export function startJobs(
  services: Services,
  server: { readonly address: string; readonly isHalted: () => boolean },
): { stop(): Promise<void> } {
  const { config, database, files, clock, log } = services;
  const mailer = openMailer(config, { address: server.address, clock });
  const push = createPushSender({ keys: vapidKeysOf(config), contact: contactOf(server.address, mailer.from) });
  const running = createJobs({
    database,
    files,
    mailer,
    push,
    clock,
    log,
    publicUrl: server.address,
    mailPerMinute: config.mailPerMinute,
    isHalted: server.isHalted,
  }).start(EVERY_MS);
  return {
    async stop() {
      await running.stop();
      mailer.close();
    },
  };
}

/** Push services want a contact as an https: or mailto: address. */
function contactOf(address: string, from: string): string {
  if (address.startsWith('https:')) return address;
  return `mailto:${/<([^<>]+)>/.exec(from)?.[1] ?? from}`;
}
