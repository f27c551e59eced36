import { type OwedErasure, rememberLeaving } from '#mirror/store/device-facts.ts';
import { browserLocks } from '#sync/browser-runtime.ts';
import { browserSignals, changeSession } from '#sync/session-gate.ts';
import { tellWorker } from '#sync/wake-worker.ts';
import { client } from './client.ts';
import { dropPush } from './drop-push.ts';

/**
 * Resolves once this device remembers that its person leaves, and nothing of theirs is being sent any more. From then
 * on no tab and no worker sends anything before the server has ended their session (S33).
 */
export async function leaveDevice(erasure: OwedErasure): Promise<void> {
  // The server forgets the subscription with the session; the person does not wait for the browser's push service.
  dropPush().catch(reportError);
  await rememberLeaving(erasure);
  tellWorker({ type: 'left' });
  await changeSession({ locks: browserLocks, signals: browserSignals }, async () => undefined);
}

/** Ends, on the server, the session of a person who has left; false while the server can't be told. */
export function settleLogout(): Promise<boolean> {
  return client.settleLogout();
}
