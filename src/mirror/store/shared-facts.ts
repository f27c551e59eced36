// Facts of the device that a start does not need: those of a shared tablet, and of a login that opens sealed work.

import { changeFacts, type SharedDevice, type ShownPerson, updateDeviceFacts } from './device-facts.ts';

/** The device becomes a shared tablet, or again that of one person. What it knew of people is forgotten either way (S95). */
export async function rememberShared(shared: SharedDevice | null): Promise<void> {
  await updateDeviceFacts({
    shared,
    shownPeople: [],
    unreadFor: [],
    newsSeen: {},
    noticesRead: {},
    alertDismissed: {},
    pushWantedBy: [],
  });
}

/** Shows a person where a shared tablet asks who is using it, or no longer. */
export async function rememberShown(person: ShownPerson, isShown: boolean): Promise<void> {
  await changeFacts(({ shownPeople }) => {
    const others = shownPeople.filter(({ userId }) => userId !== person.userId);
    return { shownPeople: isShown ? [...others, person] : others };
  });
}

/**
 * A person enters whose work is sealed here: should the device stop before they are in, the next start seals again what was opened
 * (S94).
 */
export async function rememberOpening(userId: number): Promise<void> {
  await changeFacts(({ lastPerson: person }) => ({
    lastPerson: person?.userId === userId ? { ...person, sessionEnded: true } : person,
    erasureOwed: { userId, discardUnsent: false },
  }));
}
