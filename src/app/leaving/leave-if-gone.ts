import { type DeviceFacts, personIn } from '#mirror/store/device-facts.ts';
import { rememberLeaving } from '#mirror/store/person-facts.ts';
import { setAppBadge } from '../device/app-badge.ts';
import { idleState, readWarnAt } from '../device/idle-clock.ts';
import { markedLeaving, unmarkLeaving, announceLeaving } from './steps/mark.ts';
import { openedFor } from '../device/open-mark.ts';

/**
 * At the start: a person who had begun to leave when the device stored nothing (S107), who has not
 * touched a shared tablet for too long, or whose browser was closed without "Ficar logado" (S171),
 * has left before anything of theirs is shown. The start then erases their data as after any
 * leaving that was cut short, keeps their unsent work, and tells the server (S33, S95).
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
