// The service worker is registered once; a new version waits until the person says so
// (src/app/experience.md, experience P9). It never takes over while something is being sent.

import type { ToWorker } from '#contract/worker-messages.ts';
import { Workbox } from 'workbox-window';
import { appUpdate } from '../device/app-update.ts';

const RECHECK_MS = 60 * 60 * 1000;
const TAKE_OVER: ToWorker = { type: 'take-over' };

/** Registers the worker; a browser without workers goes on without one. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = import.meta.env.DEV ? new Workbox('/dev-sw.js?dev-sw', { type: 'module' }) : new Workbox('/sw.js');
  worker.addEventListener('waiting', () => appUpdate.offer(() => letIn(worker)));
  const registration = await worker.register();
  if (registration === undefined) return;
  setInterval(() => void registration.update().catch(() => undefined), RECHECK_MS);
}

/**
 * The library's own `messageSW` tells the worker in control when the new one was found more than a
 * minute after the start.
 */
async function letIn(worker: Workbox): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting ?? null;
  // Another tab has let it take over already.
  if (waiting === null) return location.reload();
  worker.addEventListener('controlling', () => location.reload());
  waiting.postMessage(TAKE_OVER);
}
