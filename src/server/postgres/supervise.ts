// Starts a database process again when it is killed (out of memory, by mistake) while the server
// runs (default 17: ready in 10 s).

import { every, type Task, type Timer } from '../reporting/timers.ts';

const LOOK_EVERY_MS = 500;

/**
 * Looks twice a second. A look or a restart that fails is logged and tried again at the next look.
 */
export function supervise(process: {
  readonly isGone: () => boolean;
  readonly restart: () => Promise<void>;
  readonly onRestart: () => Promise<void>;
  readonly log: Task['log'];
}): Timer {
  const work = async (): Promise<void> => {
    if (!process.isGone()) return;
    await process.restart();
    await process.onRestart();
  };
  return every(LOOK_EVERY_MS, { name: 'database supervision', log: process.log, work });
}
