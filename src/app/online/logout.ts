import { type DeviceFacts, rememberLeaving } from '#mirror/store/device-facts.ts';
import { browserLocks } from '#sync/browser-runtime.ts';
import { browserSignals, changeSession } from '#sync/session-gate.ts';
import { tellWorker } from '#sync/wake-worker.ts';
import { client } from './client.ts';
import { dropPush } from './drop-push.ts';

/**
 * Resolves once this device remembers that its person leaves and nothing of theirs is being sent any more. Nothing goes to
 * the server from here on, in any tab or the worker, before it has ended their session (S33).
 */
export async function leaveDevice(erasure: NonNullable<DeviceFacts['erasureOwed']>): Promise<void> {
  // The server forgets it with the session; nobody waits for the browser's push service.
  dropPush().catch(reportError);
  await rememberLeaving(erasure);
  tellWorker({ type: 'left' });
  await changeSession({ locks: browserLocks, signals: browserSignals }, async () => undefined);
}

/** Ends the session of a person who has left, on the server; false while it can't be told. */
export function settleLogout(): Promise<boolean> {
  return client.settleLogout();
}
