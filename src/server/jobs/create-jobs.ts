// The jobs of one server. Any number of servers run them side by side over one database: a job that
// one server takes is taken by no other.

import { openMailer } from '../mail/mailer.ts';
import { createPushSender, vapidKeysOf } from '../push/push-sender.ts';
import { Hopeless } from '../reporting/errors.ts';
import { reasonOf } from '../config/reasons.ts';
import { every, type Timer } from '../reporting/timers.ts';
import type { Services } from '../services/services.ts';
import type { JobParts } from './job-parts.ts';
import { failJob, finishJob, type Job, takeDueJobs } from './job-store.ts';
import { doMaintenance } from './maintenance.ts';
import { performJob } from './perform-job.ts';
import { scheduleReminders } from './plan-reminders.ts';

const AT_A_TIME = 4;
const SCHEDULE_EVERY_MS = 60_000;

export type Jobs = {
  /** Does everything that is due now; returns how many jobs it took. */
  tick(): Promise<number>;
  /** Ticks every `everyMs` milliseconds until `stop`, which waits for the work that has begun. */
  start(everyMs: number): Timer;
};

export function createJobs(parts: JobParts): Jobs {
  let scheduledAt = Number.NEGATIVE_INFINITY;

  const schedule = async (now: number): Promise<void> => {
    if (Math.abs(now - scheduledAt) < SCHEDULE_EVERY_MS) return;
    const onFault = (tenantId: number, error: unknown): void =>
      parts.log.error({ event: 'reminders_failed', tenantId, err: error }, 'reminders could not be planned');
    await scheduleReminders(parts.database, { now, onFault });
    scheduledAt = now;
  };

  const takeAll = async (): Promise<number> => {
    let taken = 0;
    for (;;) {
      const jobs = await takeDueJobs(parts.database, { now: parts.clock(), limit: AT_A_TIME });
      if (jobs.length === 0) return taken;
      taken += jobs.length;
      await Promise.all(jobs.map((job) => attempt(parts, job)));
    }
  };

  /** What fails in one of its three parts does not keep the others from being done. */
  const tick = async (): Promise<number> => {
    if (parts.isHalted?.() === true) return 0;
    const faults: unknown[] = [];
    const note = (error: unknown): void => void faults.push(error);
    await schedule(parts.clock()).catch(note);
    await doMaintenance(parts).catch(note);
    const taken = await takeAll();
    if (faults.length > 0) throw faults[0];
    return taken;
  };

  return {
    tick,
    start(everyMs) {
      return every(everyMs, { name: 'jobs', log: parts.log, work: tick });
    },
  };
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
 * Starts a server's jobs with real mail and push. `address` is where people open the client.
 * Nothing is done while the server `isHalted`.
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
