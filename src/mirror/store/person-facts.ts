// Facts of the device that change when people log in and out: who is in, whose data was erased, and
// who uses a shared tablet.

import type { SessionUser } from '#contract/session.ts';
import { deviceNameOf } from '#domain/text.ts';
import {
  changeFacts,
  type DeviceFacts,
  type LastPerson,
  type OwedErasure,
  owing,
  readDeviceFacts,
  type SharedDevice,
  type ShownPerson,
  updateDeviceFacts,
} from './device-facts.ts';
import type { KeptWork } from './sealed-row.ts';

/** How many erased people are remembered: as many as a logout may name (`LogoutInput`). */
const MOST_ERASED = 20;

/** The list `erased` with this person added or left out. */
function erasing(
  { erased }: DeviceFacts,
  { userId, isErased }: { userId: number; isErased: boolean },
): readonly number[] {
  const others = erased.filter((one) => one !== userId);
  return isErased ? [...others, userId].slice(-MOST_ERASED) : others;
}

/**
 * Records that a person leaves, in one write before anything is done: the next start asks who is
 * there, the server must be told, and the person's data must be erased. `hasWork`: whether the
 * person may have unsent work here. `wasClosed`: they did not log out, the browser was closed
 * (S171).
 */
export async function rememberLeaving({
  hasWork = true,
  wasClosed = false,
  ...erasure
}: OwedErasure & { readonly hasWork?: boolean; readonly wasClosed?: boolean }): Promise<void> {
  const { userId, discardUnsent } = erasure;
  await changeFacts((facts) => {
    const { lastPerson: person } = facts;
    const left = {
      erasuresOwed: owing(facts.erasuresOwed, erasure),
      erased: erasing(facts, { userId, isErased: discardUnsent || !hasWork }),
    };
    // An old page may leave after another person has logged in. The session is that person's then,
    // and it goes on.
    if (person !== null && person.userId !== userId) return left;
    return { ...left, lastPerson: person && { ...person, sessionEnded: true }, wasClosed, logoutOwed: true };
  });
}

/**
 * Records a login: from now on this person opens the application here, also without a network. No
 * logout is owed any more, because the server has ended the session that the browser had before.
 */
export async function rememberPerson(person: Omit<LastPerson, 'sessionEnded'>): Promise<void> {
  const { userId } = person;
  await changeFacts((facts) => ({
    lastPerson: { ...person, sessionEnded: false },
    wasClosed: false,
    keptWork: without(facts.keptWork, userId),
    logoutOwed: false,
    erasuresOwed: withoutDebt(facts.erasuresOwed, userId),
    erased: erasing(facts, { userId, isErased: false }),
  }));
}

/**
 * Records that another person logs in. `userIds`: people who had not logged out. They have left
 * now, and their data must be erased. The session already belongs to the new person, so no logout
 * is owed.
 */
export async function rememberReplaced(userIds: readonly number[]): Promise<void> {
  await changeFacts(({ lastPerson: person, erasuresOwed }) => ({
    lastPerson: person !== null && userIds.includes(person.userId) ? { ...person, sessionEnded: true } : person,
    erasuresOwed: userIds.reduce((owed, userId) => owing(owed, { userId, discardUnsent: false }), erasuresOwed),
  }));
}

/**
 * Updates what the device shows of a person without a session, because the server names the person,
 * their sector, role or tenant differently now. Where the device can't store it, the old names
 * stay. Never throws.
 */
export async function renamePerson(session: SessionUser): Promise<void> {
  const rename = async () => {
    const facts = await readDeviceFacts();
    const { lastPerson, shared, shownPeople } = facts;
    // The facts are one value, and each write makes every watcher of them read again.
    const isSame = JSON.stringify(renamed(facts, session)) === JSON.stringify({ lastPerson, shared, shownPeople });
    if (!isSame) await changeFacts((now) => renamed(now, session));
  };
  await rename().catch(() => undefined);
}

/**
 * The facts with the names of this session. A shared tablet gets the new name of its own tenant; a
 * person of another tenant who uses the tablet changes nothing of it.
 */
function renamed({ lastPerson, shared, shownPeople }: DeviceFacts, session: SessionUser) {
  const { id: userId, name, last_name: lastName, email, organization, roles, tenant } = session;
  const tenantName = tenant.name;
  const isOwn = shared?.tenantId === undefined || shared.tenantId === tenant.id;
  return {
    lastPerson: lastPerson?.userId === userId ? { ...lastPerson, name, lastName, tenantName } : lastPerson,
    shared: shared && isOwn ? { ...shared, tenantName, tenantId: tenant.id } : shared,
    shownPeople: shownPeople.map((one): ShownPerson => {
      if (one.userId !== userId) return one;
      return { ...one, name, lastName, email, role: roles[0]?.name ?? '', sector: organization?.acronym ?? null };
    }),
  };
}

/**
 * Records that a person's data has been erased. The device forgets their name, and a shared tablet
 * also which notices it has shown. `kept`: the counts of the work that stays; null for none.
 */
export async function rememberErasure({ userId, kept }: { userId: number; kept: KeptWork | null }): Promise<void> {
  await changeFacts((facts) => {
    const { lastPerson: person, keptWork, shared, erasuresOwed } = facts;
    const isBack = person?.userId === userId && !person.sessionEnded;
    const others = without(keptWork, userId);
    return {
      ...(shared === null ? {} : NOTHING_TOLD),
      lastPerson: person?.userId === userId && !isBack ? null : person,
      // A person who has logged in again since finds the work in Pendências.
      keptWork: kept === null || isBack ? others : { ...others, [userId]: kept },
      erasuresOwed: withoutDebt(erasuresOwed, userId),
      erased: erasing(facts, { userId, isErased: kept === null && !isBack }),
    };
  });
}

const NOTHING_TOLD = { unreadFor: [], newsSeen: {}, noticesRead: {}, alertDismissed: {}, stepsSkipped: {} };

function without(keptWork: DeviceFacts['keptWork'], userId: number): DeviceFacts['keptWork'] {
  return Object.fromEntries(Object.entries(keptWork).filter(([id]) => id !== String(userId)));
}

function withoutDebt(owed: readonly OwedErasure[], userId: number): readonly OwedErasure[] {
  return owed.filter((one) => one.userId !== userId);
}

/**
 * Makes the device a shared tablet, or with null the device of one person again. What it knew of
 * people is forgotten either way (S95).
 */
export async function rememberShared(shared: SharedDevice | null): Promise<void> {
  const kept = shared && named(shared, shared.name ?? '');
  await updateDeviceFacts({ ...NOTHING_TOLD, shared: kept, shownPeople: [], pushWantedBy: [] });
}

/**
 * Gives a shared tablet another name, or none for an empty one. The device of one person has none
 * and gets none.
 */
export async function renameShared(typed: string): Promise<void> {
  await changeFacts(({ shared }) => ({ shared: shared === null ? null : named(shared, typed) }));
}

function named({ name: _before, ...shared }: SharedDevice, typed: string): SharedDevice {
  const name = deviceNameOf(typed);
  return name === '' ? shared : { ...shared, name };
}

/** Stores whether a shared tablet shows this person where it asks who is using it. */
export async function rememberShown(person: ShownPerson, isShown: boolean): Promise<void> {
  await changeFacts(({ shownPeople }) => {
    const others = shownPeople.filter(({ userId }) => userId !== person.userId);
    return { shownPeople: isShown ? [...others, person] : others };
  });
}

/**
 * Records that a person with sealed work logs in. If the device stops before the login is complete,
 * the next start seals again what was opened (S94).
 */
export async function rememberOpening(userId: number): Promise<void> {
  await changeFacts(({ lastPerson: person, erasuresOwed }) => ({
    lastPerson: person?.userId === userId ? { ...person, sessionEnded: true } : person,
    erasuresOwed: owing(erasuresOwed, { userId, discardUnsent: false }),
  }));
}
