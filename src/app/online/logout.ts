import type { OwedErasure } from '#mirror/store/device-facts.ts';
import { rememberLeaving } from '#mirror/store/person-facts.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';
import { hasWork } from '#mirror/questions/own-work.ts';
import { browserLocks } from '#sync/browser-runtime.ts';
import { browserSignals, changeSession } from '#sync/session-gate.ts';
import { tellWorker } from '#sync/wake-worker.ts';
import { pause } from '../device/retry-pause.ts';
import { client } from './client.ts';
import { dropPush } from './push.ts';

/** A mirror that does not answer must not prevent leaving. */
const PATIENCE_MS = 1_000;

/**
 * Resolves once this device remembers that its person leaves, and nothing of theirs is being sent
 * any more. From then on no tab and no worker sends anything before the server has ended their
 * session (S33).
 */
export async function leaveDevice(erasure: OwedErasure): Promise<void> {
  // The server forgets the subscription with the session; the person does not wait for the
  // browser's push service.
  dropPush().catch(reportError);
  await rememberLeaving(erasure);
  // Counted after leaving is remembered, so that leaving does not wait for a mirror, and before the
  // server is told.
  if (!(await mayHaveWork(erasure.userId))) await rememberLeaving({ ...erasure, hasWork: false });
  tellWorker({ type: 'left' });
  await changeSession({ locks: browserLocks, signals: browserSignals }, async () => undefined);
}

/**
 * Whether work of the person may stay here: the server hears of it with the logout, before the
 * erasure is over (S118).
 */
function mayHaveWork(userId: number): Promise<boolean> {
  return Promise.race([hasWork(openMirror(userId)).catch(() => true), pause(PATIENCE_MS).then(() => true)]);
}

/**
 * Ends, on the server, the session of a person who has left; false while the server can't be
 * reached.
 */
export function settleLogout(): Promise<boolean> {
  return client.settleLogout();
}
