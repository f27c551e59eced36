import { isEmptied } from '#mirror/opening/is-emptied.ts';
import { letGo } from '#mirror/opening/open-mirror.ts';
import { type OwnWork, watchOwnWork } from '#mirror/questions/own-work.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { watchSigns } from '../device/use-browser-online.ts';
import type { OpenProfile } from '../profile/profile-store.ts';

/** How often the database is checked, because not every browser tells that it was closed. */
const LOOK_EVERY_MS = 20_000;

type Hearing = {
  /** Gets the unsent work and the drafts of this device, at first and after each change. */
  readonly onWork: (own: OwnWork) => void;
  readonly onEmptied: () => void;
};

/**
 * Watches whether this person's database is emptied from outside: by the browser, a cleaning
 * program or a person (S172). It then closes the mirror, so that nothing more is stored, and calls
 * `onEmptied`. Returns the function that ends it.
 */
export function watchEmptied({ userId, mirror }: OpenProfile, { onWork, onEmptied }: Hearing): () => void {
  const unread = watchOwnWork(mirror, onWork);
  let isOver = false;
  const end = () => {
    isOver = true;
    unread();
    clearInterval(timer);
    unwatch();
    mirror.on('close').unsubscribe(look);
  };
  const found = (is: boolean) => {
    if (!is || isOver) return;
    end();
    letGo(userId);
    onEmptied();
  };
  // A database that does not answer is told by the screens. It is checked again.
  const look = () => {
    // A hidden page may be about to close, and begins no transaction.
    if (document.visibilityState !== 'hidden') void isGone(userId, mirror.name).then(found, () => undefined);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  const unwatch = watchSigns(look);
  mirror.on('close', look);
  return end;
}

/** Whether the database is empty without a leaving, which another tab may have done unnoticed. */
async function isGone(userId: number, name: string): Promise<boolean> {
  if (!(await isEmptied(name))) return false;
  const { lastPerson, erasuresOwed, erased, keptWork } = await readDeviceFacts();
  const hasLeft =
    (lastPerson?.userId === userId && lastPerson.sessionEnded) ||
    erasuresOwed.some((owed) => owed.userId === userId) ||
    erased.includes(userId) ||
    keptWork[userId] !== undefined;
  return !hasLeft;
}
