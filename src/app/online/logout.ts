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

/** How long leaving waits for the mirror to tell whether work is left. */
const PATIENCE_MS = 1_000;

/**
 * Notes on this device that its person leaves, and ends what is being sent. From then on, no tab
 * and no worker sends anything until the server has ended the session (S33).
 */
export async function leaveDevice(erasure: OwedErasure): Promise<void> {
  // Not awaited: the server drops the subscription with the session, and the browser's push service
  // may be slow.
  dropPush(erasure.userId).catch(reportError);
  await rememberLeaving(erasure);
  // Counted after leaving is noted, because the note must not wait for a mirror. Counted before the
  // server is told, because the server gets the result (S118).
  if (!(await mayHaveWork(erasure.userId))) await rememberLeaving({ ...erasure, hasWork: false });
  tellWorker({ type: 'left' });
  await changeSession({ locks: browserLocks, signals: browserSignals }, async () => undefined);
}

/**
 * Whether work of the person may stay here; true when the mirror does not answer in time. The
 * logout tells the server (S118).
 */
function mayHaveWork(userId: number): Promise<boolean> {
  return Promise.race([hasWork(openMirror(userId)).catch(() => true), pause(PATIENCE_MS).then(() => true)]);
}

/**
 * Ends the session that a person who has left still has on the server. Returns false while the
 * server can't be reached.
 */
export function settleLogout(): Promise<boolean> {
  return client.settleLogout();
}
