// The only timers of the server. An error that a plain timer throws ends the process, and no
// background work is worth that: it may fail only because too many files are open at the moment. So
// every error of a timer's work is caught and logged here. The linter refuses every other
// timer (.oxlintrc.json).

import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

export type Task = {
  /** The name of the work in the log. */
  readonly name: string;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly work: () => unknown;
};

export type Timer = {
  /** Ends the timer; resolves when work that had begun has ended. */
  readonly stop: () => Promise<void>;
};

/**
 * Does the work every `ms` milliseconds, the first time after `ms` or at once, and never twice at
 * the same time. Does not keep the process alive.
 */
export function every(ms: number, task: Task & { readonly isFirstAtOnce?: boolean }): Timer {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= caught(task).finally(() => {
      running = null;
    });
  };
  const timer = setInterval(run, ms);
  if (task.isFirstAtOnce === true) run();
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Does the work once, after `ms` milliseconds. Does not keep the process alive. */
export function after(ms: number, task: Task): Timer {
  let running: Promise<void> | null = null;
  const timer = setTimeout(() => {
    running = caught(task);
  }, ms);
  timer.unref();
  return {
    stop: async () => {
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * The result of the work; rejects with `late` when there is none after `ms` milliseconds. The work
 * itself goes on.
 */
export async function within<Result>(
  ms: number,
  { work, late }: { work: () => Promise<Result>; late: () => Error },
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work(), over]);
  } finally {
    clearTimeout(timer);
  }
}

export async function pause(ms: number): Promise<void> {
  await sleep(ms);
}

async function caught({ name, log, work }: Task): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ event: 'timer_failed', err: error, timer: name }, 'the work of a timer failed');
  }
}
