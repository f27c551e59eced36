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

/**
 * Throws in a worker that was registered for a part of the application only: its script then counts
 * as broken and nothing is installed. Two workers would each send the outbox and serve their own
 * version of the application.
 */
export function refuseSecondScope({ scope }: Pick<ServiceWorkerRegistration, 'scope'>): void {
  if (new URL(scope).pathname !== '/') throw new Error(`one worker serves the whole application, not ${scope}`);
}
