import type { ToWorker } from '#contract/worker-messages.ts';

/**
 * Tells the service worker that there may be work, so that sending goes on when the tab closes.
 * `profile` is the mirror's name. Without a worker nothing happens: the page drains too.
 */
export function wakeWorker(profile: string): void {
  tellWorker({ type: 'wake', profile });
}

/** Sends a message to the service worker; returns whether there is one. */
export function tellWorker(message: ToWorker): boolean {
  const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker?.controller;
  worker?.postMessage(message);
  return Boolean(worker);
}
