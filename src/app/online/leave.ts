import { unmarkLeaving } from '../device/leaving-mark.ts';
import { unmarkOpen } from '../device/open-mark.ts';
import { pause } from '../device/retry-pause.ts';
import { announceLeaving } from './announce-leaving.ts';
import { leaveDevice } from './logout.ts';
import { settleOwedLogout } from './settle-logout.ts';

const PATIENCE_MS = 1_500;

/**
 * Leaves this device, in the order of S33: the device remembers that the person leaves, the server is told, the other tabs
 * are told, the profile is closed, the data is erased. Without `discardUnsent` all unsent work stays, including what
 * another tab wrote after it was counted. Resolves when the login may be shown. Rejects when the
 * device could not remember it, or what is being sent does not end: nothing is closed or erased then, and it can be called again.
 */
export async function leave(at: {
  userId: number;
  discardUnsent: boolean;
  closeProfile: () => Promise<void>;
}): Promise<void> {
  const { userId, discardUnsent, closeProfile } = at;
  await leaveDevice({ userId, discardUnsent });
  unmarkLeaving();
  // Leaving must not wait for a network that does not answer.
  const told = Promise.race([settleOwedLogout(), pause(PATIENCE_MS)]);
  announceLeaving(userId);
  await closeProfile();
  unmarkOpen();
  // A store that does not answer now is erased at the next start. Its code is no part of the first load.
  await import('./erase-left.ts').then(({ eraseLeft }) => eraseLeft(userId)).catch(reportError);
  await told;
}
