// The service worker: registered once, a new one waits until the person says so (experience, P9). It never takes over while
// something is being sent.

import type { ToWorker } from '#contract/worker-messages.ts';
import { Workbox } from 'workbox-window';
import { appUpdate } from '../shared/app-update.ts';

const RECHECK_MS = 60 * 60 * 1000;
const TAKE_OVER: ToWorker = { type: 'take-over' };

/** Registers the worker; browsers without workers go on without one. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = import.meta.env.DEV ? new Workbox('/dev-sw.js?dev-sw', { type: 'module' }) : new Workbox('/sw.js');
  worker.addEventListener('waiting', () => {
    appUpdate.offer(async () => {
      worker.addEventListener('controlling', () => location.reload());
      await worker.messageSW(TAKE_OVER);
    });
  });
  const registration = await worker.register();
  if (registration === undefined) return;
  setInterval(() => void registration.update().catch(() => undefined), RECHECK_MS);
}
