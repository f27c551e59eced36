import { type DeviceFacts, personIn } from '#mirror/store/device-facts.ts';
import { rememberLeaving } from '#mirror/store/person-facts.ts';
import { setAppBadge } from '../device/app-badge.ts';
import { idleState, readWarnAt } from '../device/idle-clock.ts';
import { markedLeaving, unmarkLeaving, announceLeaving } from './steps/mark.ts';
import { openedFor } from '../device/open-mark.ts';

/**
 * Before a start shows anything: decides whether the last person has left. They have if they began
 * to leave while the device could not store it (S107), if a shared tablet was idle for too long
 * (S95), or if the browser was closed without "Ficar logado" (S171). The start then erases their
 * data, keeps their unsent work and tells the server, as after a leaving that was cut short (S33).
 */
export async function leaveIfGone(facts: DeviceFacts): Promise<void> {
  const { lastPerson, shared } = facts;
  if (lastPerson !== null && !lastPerson.sessionEnded) {
    const { userId } = lastPerson;
    const isIdle = shared !== null && idleState(readWarnAt(), Date.now()).kind === 'over';
    const wasClosed = personIn(facts, openedFor()) === null;
    if (isIdle || wasClosed || markedLeaving() === String(userId)) {
      await rememberLeaving({ userId, discardUnsent: false, wasClosed });
      announceLeaving(userId);
      setAppBadge(0);
    }
  }
  unmarkLeaving();
}
