// What belongs to the device and not to a person: who used it last, what was asked or shown once. Survives logging out; the
// only file that uses idb-keyval.

import { createStore, get, update } from 'idb-keyval';

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
  /** The logo shown here last, under its address, so that it is there without network; null = none. */
  readonly tenantLogo: { readonly address: string; readonly image: string } | null;
  /** Calendar day until which the install invitation stays away; null = never asked. */
  readonly installAskedOn: string | null;
  /** People (user ids) with notifications not yet read: the red dot (decisions G8). */
  readonly unreadFor: readonly number[];
  /** Newest arrival each person (user id) has seen in the notifications, as an ISO instant (decisions G8). */
  readonly newsSeen: Readonly<Record<string, string>>;
  /** Deadline alert each person put away: `<alert id>:<day>` (decisions G3). */
  readonly alertDismissed: Readonly<Record<string, string>>;
  /** How often the application was opened here, for the install invitation (experience P7). */
  readonly visits: number;
  readonly notificationSound: boolean;
  /** People (user ids) who asked for push on this device: at their next login it is made anew (S16). */
  readonly pushWantedBy: readonly number[];
};

const NOTHING_KNOWN: DeviceFacts = {
  lastPerson: null,
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
  const stored = await get<Partial<DeviceFacts>>(KEY, store());
  return { ...NOTHING_KNOWN, ...stored };
}

/** Changes some of the facts. */
export async function updateDeviceFacts(changes: Partial<DeviceFacts>): Promise<void> {
  await update<Partial<DeviceFacts>>(KEY, (facts) => ({ ...facts, ...changes }), store());
}

/** After a login: this person opens the application here, also without network. */
export async function rememberPerson(person: Omit<LastPerson, 'sessionEnded'>): Promise<void> {
  await updateDeviceFacts({ lastPerson: { ...person, sessionEnded: false } });
}

/** After a logout: the next start asks who it is. */
export async function markSessionEnded(): Promise<void> {
  await update<Partial<DeviceFacts>>(
    KEY,
    (facts) => {
      const person = facts?.lastPerson ?? null;
      return { ...facts, lastPerson: person === null ? null : { ...person, sessionEnded: true } };
    },
    store(),
  );
}

/** Opened at the first use: importing this file touches nothing. */
let facts: ReturnType<typeof createStore> | undefined;
function store(): ReturnType<typeof createStore> {
  facts ??= createStore('malote-device', 'facts');
  return facts;
}
