import type { ToWorker } from '#contract/worker-messages.ts';

/**
 * Tells the service worker that there may be work, so that it goes on when the tab closes. `profile` is the mirror's name.
 * Nothing happens without a worker: the page drains too.
 */
export function wakeWorker(profile: string): void {
  const message: ToWorker = { type: 'wake', profile };
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  container?.controller?.postMessage(message);
}
