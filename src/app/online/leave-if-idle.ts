import { type DeviceFacts, rememberLeaving } from '#mirror/store/device-facts.ts';
import { idleState, readWarnAt } from '../device/idle-clock.ts';

/**
 * At the start of a shared tablet: a person who has not touched it for too long has left, before anything of theirs is shown. The
 * start then erases their data as after any leaving that was cut short, and tells the server (S33, S95).
 */
export async function leaveIfIdle({ lastPerson }: DeviceFacts): Promise<void> {
  if (lastPerson === null || lastPerson.sessionEnded) return;
  if (idleState(readWarnAt(), Date.now()).kind !== 'over') return;
  await rememberLeaving({ userId: lastPerson.userId, discardUnsent: false });
}
