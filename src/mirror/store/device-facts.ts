// What belongs to the device and not to a person: who used it last, what was asked or shown once. Survives logging out; the
// only file that uses idb-keyval.

import { get, promisifyRequest, update, type UseStore } from 'idb-keyval';
import { inTime } from './in-time.ts';
import { endedBySleep, whenAwake } from './page-sleep.ts';
import { StorageTrouble } from './storage.ts';

export type LastPerson = {
  readonly userId: number;
  readonly name: string;
  readonly lastName: string;
  readonly tenantName: string;
  /** The person logged out or the session ended: opening offline is then no longer theirs. */
  readonly sessionEnded: boolean;
};

export type DeviceFacts = {
  readonly lastPerson: LastPerson | null;
  /**
   * Somebody has left here and the server does not know it yet: the cookie of this browser, which no script can delete, is
   * still theirs. Nothing else is sent before the server has ended that session (S33).
   */
  readonly logoutOwed: boolean;
  /** Whose data is still to be taken off this device: a leaving that was cut short is finished at the next start (S33). */
  readonly erasureOwed: { readonly userId: number; readonly discardUnsent: boolean } | null;
  /** The logo shown here last, under its address, so that it is there without network; null = none. */
  readonly tenantLogo: { readonly address: string; readonly image: string } | null;
  /** Calendar day until which the install invitation stays away; null = never asked. */
  readonly installAskedOn: string | null;
  /** People (user ids) with notifications not yet read: the red dot (rule G8). */
  readonly unreadFor: readonly number[];
  /** Newest arrival each person (user id) has seen in the notifications, as an ISO instant (rule G8). */
  readonly newsSeen: Readonly<Record<string, string>>;
  /** Deadline alert each person put away: `<alert id>:<day>` (rule G3). */
  readonly alertDismissed: Readonly<Record<string, string>>;
  /** How often the application was opened here, for the install invitation (experience P7). */
  readonly visits: number;
  readonly notificationSound: boolean;
  /** People (user ids) who asked for push on this device: at their next login it is made anew (S16). */
  readonly pushWantedBy: readonly number[];
};

const NOTHING_KNOWN: DeviceFacts = {
  lastPerson: null,
  logoutOwed: false,
  erasureOwed: null,
  tenantLogo: null,
  installAskedOn: null,
  unreadFor: [],
  newsSeen: {},
  alertDismissed: {},
  visits: 0,
  notificationSound: true,
  pushWantedBy: [],
};

const KEY = 'facts';

/** Everything known of this device. */
export async function readDeviceFacts(): Promise<DeviceFacts> {
  const stored = await get<Partial<DeviceFacts>>(KEY, store);
  return { ...NOTHING_KNOWN, ...stored };
}

/** Changes some of the facts. */
export async function updateDeviceFacts(changes: Partial<DeviceFacts>): Promise<void> {
  await update<Partial<DeviceFacts>>(KEY, (facts) => ({ ...facts, ...changes }), store);
}

/**
 * After a login: this person opens the application here, also without network. The server has ended the session that the
 * browser had before.
 */
export async function rememberPerson(person: Omit<LastPerson, 'sessionEnded'>): Promise<void> {
  await updateDeviceFacts({ lastPerson: { ...person, sessionEnded: false }, logoutOwed: false, erasureOwed: null });
}

/**
 * Somebody leaves: the next start asks who it is, the server is to be told, and their data is to go. One write, before any of
 * it is done.
 */
export async function rememberLeaving(erasure: NonNullable<DeviceFacts['erasureOwed']>): Promise<void> {
  await update<Partial<DeviceFacts>>(
    KEY,
    (facts) => {
      const person = facts?.lastPerson ?? null;
      const left = person === null ? null : { ...person, sessionEnded: true };
      return { ...facts, lastPerson: left, logoutOwed: true, erasureOwed: erasure };
    },
    store,
  );
}

/** Their data has gone; `isKept`: but for unsent work, for which the device goes on knowing whose it is. */
export async function rememberErasure({ userId, isKept }: { userId: number; isKept: boolean }): Promise<void> {
  await update<Partial<DeviceFacts>>(
    KEY,
    (facts) => {
      const person = facts?.lastPerson ?? null;
      const isForgotten = !isKept && person?.userId === userId && person.sessionEnded;
      return { ...facts, lastPerson: isForgotten ? null : person, erasureOwed: null };
    },
    store,
  );
}

const DATABASE = 'malote-device';
const STORE = 'facts';

/** A connection of its own for each use: none is left open by a page that goes to sleep. */
const store: UseStore = async (mode, work) => {
  await whenAwake();
  const request = indexedDB.open(DATABASE);
  request.addEventListener('upgradeneeded', () => {
    if (request.transaction !== null) endedBySleep(request.transaction);
    request.result.createObjectStore(STORE);
  });
  const done = async (): Promise<Awaited<ReturnType<typeof work>>> => {
    const database = await promisifyRequest(request);
    try {
      return await work(endedBySleep(database.transaction(STORE, mode)).objectStore(STORE));
    } finally {
      database.close();
    }
  };
  return inTime(done(), () => new StorageTrouble('silent', null));
};
