// Registers the service worker. A new version waits until the person accepts it
// (src/app/experience.md, experience P9), and never takes over while a command is being sent.

import type { ToWorker, ShellState } from '#contract/worker-messages.ts';
import { Workbox } from 'workbox-window';
import { appUpdate } from '../device/app-update.ts';

const RECHECK_MS = 60 * 60 * 1000;
const TAKE_OVER: ToWorker = { type: 'take-over' };

/** Registers the worker, where the browser has workers. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = import.meta.env.DEV ? new Workbox('/dev-sw.js?dev-sw', { type: 'module' }) : new Workbox('/sw.js');
  worker.addEventListener('waiting', () => appUpdate.offer(() => letIn(worker)));
  const registration = await worker.register();
  if (registration === undefined) return;
  setInterval(() => void registration.update().catch(() => undefined), RECHECK_MS);
}

/**
 * Lets the waiting worker take over, then reloads the page. Workbox's `messageSW` would reach the
 * old worker when the new one was found more than a minute after the start.
 */
async function letIn(worker: Workbox): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting ?? null;
  // The waiting worker has been let in by another tab.
  if (waiting === null) return location.reload();
  worker.addEventListener('controlling', () => location.reload());
  waiting.postMessage(TAKE_OVER);
}

// Whether the application itself is on this device, so that it opens without a network.

const PATIENCE_MS = 60_000;
const MEND: ToWorker = { type: 'mend' };

/**
 * Makes the worker compare the stored files with those of its version, and fetch the missing ones.
 * Null where no worker answers: there is none in this browser, or it is being installed, or its
 * version does not know the message.
 */
export async function mendShell(): Promise<ShellState | null> {
  if (!('serviceWorker' in navigator)) return null;
  const worker = (await navigator.serviceWorker.getRegistration())?.active ?? null;
  if (worker === null) return null;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<ShellState | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<ShellState>) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  worker.postMessage(MEND, [port2]);
  return answer.finally(() => port1.close());
}

/** Runs `mendShell` once the page is idle. */
export function mendShellWhenIdle(): void {
  const mend = () => void mendShell().catch(reportError);
  if ('requestIdleCallback' in window) requestIdleCallback(mend, { timeout: PATIENCE_MS });
  else setTimeout(mend, 10_000);
}
