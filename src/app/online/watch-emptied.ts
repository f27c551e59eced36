import { isEmptied } from '#mirror/opening/is-emptied.ts';
import { letGo } from '#mirror/opening/open-mirror.ts';
import { type OwnWork, watchOwnWork } from '#mirror/questions/own-work.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { watchSigns } from '../device/use-browser-online.ts';
import type { OpenProfile } from '../profile/profile-store.ts';

/** Not every browser tells a page that it has closed a database. */
const LOOK_EVERY_MS = 20_000;

type Hearing = {
  /** Called with the work that exists on this device alone, now and whenever it changes. */
  readonly onWork: (own: OwnWork) => void;
  readonly onEmptied: () => void;
};

/**
 * Watches whether the database of this person is emptied from outside: by the browser, a cleaner,
 * or somebody (S172). Then the mirror is closed, so that nothing is noted or stored any more, and
 * `onEmptied` is called. Returns what ends this.
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
  // Where the device does not answer, the screens say so, and it is asked again.
  const look = () => {
    // Nothing is begun in a page that is being left.
    if (document.visibilityState !== 'hidden') void isGone(userId, mirror.name).then(found, () => undefined);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  const unwatch = watchSigns(look);
  mirror.on('close', look);
  return end;
}

/** Emptied, and not by a leaving in another tab, of which this page may not have heard yet. */
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
