// What belongs to the device and not to a person: who used it last, what was asked or shown once.
// It survives a logout. This is the only file that uses idb-keyval.

import type { DeviceAccessEvent } from '#contract/accesses.ts';
import type { ReceiptKey } from '#contract/receipt-key.ts';
import { get, promisifyRequest, update, type UseStore } from 'idb-keyval';
import { endedBySleep, inTime, whenAwake } from './page-sleep.ts';
import type { KeptWork } from './sealed-row.ts';
import { StorageTrouble } from './storage.ts';

export type LastPerson = {
  readonly userId: number;
  readonly name: string;
  readonly lastName: string;
  readonly tenantName: string;
  /**
   * The person has left with "Sair", so the application no longer opens offline for them, and
   * nothing is kept for them here. A session that the server ended (401) does not set it.
   */
  readonly sessionEnded: boolean;
  /**
   * "Ficar logado": the application opens for this person without a login, also after the browser
   * was closed (S171). Absent where an older version entered.
   */
  readonly staysIn?: boolean;
};

/** A tablet that several people use one after the other (S95). */
export type SharedDevice = {
  readonly tenantName: string;
  /** Absent on a tablet that an older version made shared. */
  readonly tenantId?: number;
  /**
   * The device's name; absent when it has none, as on a tablet that an older version made shared
   * (S123).
   */
  readonly name?: string;
};

/** A person who chose to be shown where a shared tablet asks who is using it. */
export type ShownPerson = {
  readonly userId: number;
  readonly name: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: string;
  /** Acronym of the sector; null without one. */
  readonly sector: string | null;
};

export type OwedErasure = { readonly userId: number; readonly discardUnsent: boolean };

export type DeviceFacts = {
  /** Null: the device is no shared tablet. */
  readonly shared: SharedDevice | null;
  readonly shownPeople: readonly ShownPerson[];
  readonly lastPerson: LastPerson | null;
  /**
   * Work that people who left have on this device, by user id: the login shows it before anyone has
   * logged in.
   */
  readonly keptWork: Readonly<Record<string, KeptWork>>;
  /**
   * The last person did not stay logged in and the browser was closed, so a login is needed before
   * anything opens (S171).
   */
  readonly wasClosed: boolean;
  /**
   * A person has left here and the server does not know it yet: this browser still has their
   * cookie, which no script can delete. No other request is sent before the server has ended that
   * session (S33).
   */
  readonly logoutOwed: boolean;
  /**
   * The people whose data must still be erased from this device: a leaving that was interrupted is
   * finished at the next start (S33).
   */
  readonly erasuresOwed: readonly OwedErasure[];
  /**
   * People (user ids) of whom this device has erased everything, or is erasing it, and who have not
   * logged in since; the last 20. The next logout tells the server (S118).
   */
  readonly erased: readonly number[];
  /**
   * The logo shown here last, with its address, so that it is there without a network; null: none.
   */
  readonly tenantLogo: { readonly address: string; readonly image: string } | null;
  /** Calendar day on which the install invitation was shown last; null: never (rule G11). */
  readonly installAskedOn: string | null;
  /** People (user ids) with notifications not yet read: the red dot (rule G8). */
  readonly unreadFor: readonly number[];
  /**
   * Newest arrival that each person (user id) has seen in the notifications, as an ISO instant
   * (rule G8).
   */
  readonly newsSeen: Readonly<Record<string, string>>;
  /** Keys of the notices that each person (user id) has read here, the newest last. */
  readonly noticesRead: Readonly<Record<string, readonly string[]>>;
  /** Deadline alerts that a person has closed: `<alert id>:<day>` (rule G3). */
  readonly alertDismissed: Readonly<Record<string, string>>;
  /**
   * First steps that each person (user id) has skipped on this device; `all` is the whole list
   * (S241).
   */
  readonly stepsSkipped: Readonly<Record<string, readonly string[]>>;
  /**
   * On how many days the application was opened here, for the install invitation
   * (src/app/experience.md, experience P7). `visitedOn` is the last of these days.
   */
  readonly visits: number;
  readonly visitedOn: string | null;
  readonly notificationSound: boolean;
  /**
   * Whether single characters are shortcuts (src/app/experience.md, experience W6). Named after
   * `/`, which was the only one at first.
   */
  readonly slashKey: boolean;
  /**
   * People (user ids) who asked for push on this device: their next login subscribes it again
   * (S16).
   */
  readonly pushWantedBy: readonly number[];
  /**
   * Public keys of receipts that this device has seen, never replaced. They verify receipts for
   * every person of the device (S98).
   */
  readonly receiptKeys: readonly ReceiptKey[];
};

const NOTHING_KNOWN: DeviceFacts = {
  shared: null,
  shownPeople: [],
  lastPerson: null,
  keptWork: {},
  wasClosed: false,
  logoutOwed: false,
  erasuresOwed: [],
  erased: [],
  tenantLogo: null,
  installAskedOn: null,
  unreadFor: [],
  newsSeen: {},
  noticesRead: {},
  alertDismissed: {},
  stepsSkipped: {},
  visits: 0,
  visitedOn: null,
  notificationSound: true,
  slashKey: true,
  pushWantedBy: [],
  receiptKeys: [],
};

const KEY = 'facts';

/** All facts of this device; facts that were never stored have their defaults. */
export async function readDeviceFacts(): Promise<DeviceFacts> {
  return { ...NOTHING_KNOWN, ...upcast(await get<StoredFacts>(KEY, store)) };
}

/** Older versions stored one owed erasure instead of a list. */
type StoredFacts = Partial<DeviceFacts> & { readonly erasureOwed?: OwedErasure | null };

function upcast({ erasureOwed, ...facts }: StoredFacts = {}): Partial<DeviceFacts> {
  const owed = erasureOwed ?? null;
  return owed === null ? facts : { ...facts, erasuresOwed: owing(facts.erasuresOwed, owed) };
}

/** The owed erasures with one more; it replaces an earlier one of the same person. */
export function owing(owed: readonly OwedErasure[] = [], erasure: OwedErasure): readonly OwedErasure[] {
  return [...owed.filter(({ userId }) => userId !== erasure.userId), erasure];
}

export async function updateDeviceFacts(changes: Partial<DeviceFacts>): Promise<void> {
  await changeFacts(() => changes);
}

/** Computes new facts from the present ones, in one write. */
export async function changeFacts(change: (facts: DeviceFacts) => Partial<DeviceFacts>): Promise<void> {
  const changed = (facts: Partial<DeviceFacts>) => ({ ...facts, ...change({ ...NOTHING_KNOWN, ...facts }) });
  await update<StoredFacts>(KEY, (stored) => changed(upcast(stored)), store);
}

/**
 * Keeps keys of receipts. A known key keeps its bytes, and only its end (`until`) is updated. The
 * id is the hash of the bytes, which is checked when the key is used.
 */
export async function pinReceiptKeys(keys: readonly ReceiptKey[]): Promise<void> {
  const { receiptKeys: known } = await readDeviceFacts();
  const isKnown = (key: ReceiptKey) => known.some((one) => one.id === key.id && one.until === key.until);
  if (keys.every(isKnown)) return;
  await update<Partial<DeviceFacts>>(
    KEY,
    (facts) => {
      const merged = new Map((facts?.receiptKeys ?? []).map((key) => [key.id, key]));
      for (const key of keys) merged.set(key.id, { ...key, ...merged.get(key.id), until: key.until });
      return { ...facts, receiptKeys: [...merged.values()] };
    },
    store,
  );
}

/** Accesses of a person that the server has not heard of (S229). They survive a logout. */
type KeptAccesses = {
  /** What is being sent, under a key that stays the same until the server has answered. */
  readonly batch: { readonly key: string; readonly events: readonly DeviceAccessEvent[] } | null;
  readonly events: readonly DeviceAccessEvent[];
};

/** Computes a person's kept accesses from the present ones, in one write, and returns them. */
export async function changeAccesses(
  userId: number,
  change: (kept: KeptAccesses) => KeptAccesses,
): Promise<KeptAccesses> {
  let changed: KeptAccesses = { batch: null, events: [] };
  await update<KeptAccesses>(
    `accesses:${userId}`,
    (stored) => (changed = change(stored ?? { batch: null, events: [] })),
    store,
  );
  return changed;
}

/** Whether any accesses of the person wait to be sent. */
export async function hasAccesses(userId: number): Promise<boolean> {
  const kept = await get<KeptAccesses>(`accesses:${userId}`, store);
  return kept !== undefined && (kept.batch !== null || kept.events.length > 0);
}

const DATABASE = 'malote-device';
const STORE = 'facts';

/** Each use has a connection of its own, so that a page that goes to sleep leaves none open. */
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

/** Name of the cookie that says for whom the browser is open (S171). */
export const OPEN_MARK = 'malote_open';

/**
 * How long the cookie counts after a page was last open: as long as the server keeps an unused
 * session (default 1). Some browsers restore cookies without a duration days later.
 */
const UNUSED_MS = 120 * 60_000;

/** The cookie's value for a person of whom a page was open at `nowMs`, epoch ms. */
export function openMarkOf(userId: number, nowMs: number): string {
  return `${userId}.${nowMs}`;
}

/**
 * The person for whom the browser is open, by the cookie's value; null for none, and when no page
 * was open for too long.
 */
export function openFor(mark: string | undefined, nowMs: number): number | null {
  const [userId, seenMs] = (mark ?? '').split('.').map(Number);
  if (userId === undefined || seenMs === undefined || !Number.isSafeInteger(userId)) return null;
  return Math.abs(nowMs - seenMs) <= UNUSED_MS ? userId : null;
}

/** `openFor` in a page. `cookies`: `document.cookie`. */
export function openForIn(cookies: string, nowMs: number): number | null {
  const found = cookies.split('; ').find((one) => one.startsWith(`${OPEN_MARK}=`));
  return openFor(found?.slice(OPEN_MARK.length + 1), nowMs);
}

type KnownFacts = { readonly [Fact in 'lastPerson' | 'shared']?: DeviceFacts[Fact] | undefined };

/**
 * The person who is in, for all code that shows, takes or sends something of a person (S171). A
 * person who chose "Ficar logado" is in until they leave. Any other person is in while the browser
 * stays open in which they logged in. A cookie without a duration says so: tabs and reloads keep
 * it, and a browser that is closed forgets it. `openedFor`: the person whom this cookie names.
 */
export function personIn({ lastPerson, shared }: KnownFacts, openedFor: number | null): LastPerson | null {
  if (!lastPerson || lastPerson.sessionEnded) return null;
  // An older version did not store the choice: its person stays until the next login, unless the
  // tablet is shared.
  const staysIn = !shared && lastPerson.staysIn !== false;
  return staysIn || openedFor === lastPerson.userId ? lastPerson : null;
}

// The public keys by which this device checks receipts (S98). Where the facts of the device
// can't be read or stored, a receipt stays unchecked until a person opens it, and nothing else
// fails.

/** The keys that this device knows; null when they can't be read now. Never throws. */
export async function knownReceiptKeys(): Promise<readonly ReceiptKey[] | null> {
  return readDeviceFacts().then(
    ({ receiptKeys }) => receiptKeys,
    () => null,
  );
}

/** Keeps keys of receipts where the device can store them. Never throws. */
export async function keepReceiptKeys(keys: readonly ReceiptKey[]): Promise<void> {
  await pinReceiptKeys(keys).catch(() => undefined);
}
