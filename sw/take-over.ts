import { browserLocks } from '#sync/browser-runtime.ts';
import { SESSION_LOCK } from '#sync/session-gate.ts';

/**
 * Lets a waiting version take over once nothing is being sent: every drain on this device holds the
 * lock `session` shared.
 */
export async function takeOver(worker: ServiceWorkerGlobalScope): Promise<void> {
  await browserLocks.request(SESSION_LOCK, {
    mode: 'exclusive',
    ifAvailable: false,
    work: () => worker.skipWaiting(),
  });
}
