import type { ToWorker } from '#contract/worker-messages.ts';

/**
 * Tells the service worker that there may be work, so that it goes on when the tab closes. `profile` is the mirror's name.
 * Nothing happens without a worker: the page drains too.
 */
export function wakeWorker(profile: string): void {
  tellWorker({ type: 'wake', profile });
}

/** Says something to the service worker; nothing happens without one. */
export function tellWorker(message: ToWorker): void {
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  container?.controller?.postMessage(message);
}
