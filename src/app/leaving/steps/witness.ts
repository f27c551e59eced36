// A cookie with the ids of unsent commands, without their contents. Most browsers keep cookies when
// they evict databases, so the next login notices that the outbox is gone (S100,
// src/sync/promises.md, hazard 28).

export type Witness = {
  /**
   * Ids of commands, in the order in which they were made, no more than `MOST_IDS`; empty when
   * nothing waited.
   */
  readonly ids: readonly string[];
  /** How many commands waited, including those whose ids did not fit. */
  readonly count: number;
  /** Epoch ms of when this was noted. */
  readonly notedAtMs: number;
};

/** As many ids as fit in a cookie, for which browsers allow 4 KB. */
const MOST_IDS = 100;
const DAYS_KEPT = 400;
/**
 * The path limits the cookie to the page of the login, so that requests of the application don't
 * carry it.
 */
const PATH = '/login';
const NUMBER = /^\d{1,15}$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The most characters in the notes of all people of a shared tablet, because a request of the login
 * carries all of them. Proxies allow 8 KB of cookies in a request. The other cookies take less than
 * 1 KB, and the person who logs in may add a note of this size.
 */
const ALL_CHARACTERS = 3_600;
/** The characters of a note without its ids. `ID_CHARACTERS`: the characters of one id. */
const HEAD_CHARACTERS = 60;
const ID_CHARACTERS = 33;

/**
 * The notes of this page, by user id. Chromium shows a page only the cookies of the path at which
 * it was loaded, even after it has navigated to the login.
 */
const noted = new Map<number, string>();

const START = 'malote_unsent_';
const nameOf = (userId: number) => `${START}${userId}`;

/** Notes the person's unsent commands on this device. Empty `ids` say that none waits. */
export function noteUnsent(userId: number, { ids, nowMs }: { ids: readonly string[]; nowMs: number }): void {
  const packed = ids.filter((id) => ID.test(id)).slice(0, MOST_IDS);
  const value = [nowMs, ids.length, ...packed.map((id) => id.replaceAll('-', ''))].join('.');
  keep(nameOf(userId), { value, days: DAYS_KEPT });
  noted.set(userId, value);
}

/**
 * Drops ids from long notes until all notes fit in a request of the login. Their counts stay. Only
 * the page of the login can read the notes.
 */
export function shortenWitnesses(): void {
  const notes = document.cookie.split('; ').filter((one) => one.startsWith(START));
  const most = Math.max(1, Math.floor((ALL_CHARACTERS / notes.length - HEAD_CHARACTERS) / ID_CHARACTERS));
  for (const note of notes) {
    const [name = '', value = ''] = note.split('=');
    const [notedAt, count, ...ids] = value.split('.');
    if (ids.length > most) keep(name, { value: [notedAt, count, ...ids.slice(0, most)].join('.'), days: DAYS_KEPT });
  }
}

/**
 * Removes the person's note, once their data is erased from this device and no work of theirs
 * waits.
 */
export function forgetWitness(userId: number): void {
  keep(nameOf(userId), { value: '', days: 0 });
  noted.delete(userId);
}

function keep(name: string, { value, days }: { value: string; days: number }): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=${PATH}; Max-Age=${days * 86_400}; SameSite=Strict${secure}`;
}

/**
 * The person's last note. Null when there is none, and for a value that is not ours. A page that
 * was not loaded at the login uses its own copy.
 */
export function readWitness(userId: number): Witness | null {
  const start = `${nameOf(userId)}=`;
  const found = document.cookie.split('; ').find((one) => one.startsWith(start));
  const value = found?.slice(start.length) ?? noted.get(userId);
  const [notedAt = '', counted = '', ...packed] = value?.split('.') ?? [];
  const ids = packed.map(unpacked);
  if (![notedAt, counted].every((text) => NUMBER.test(text)) || !ids.every((id) => ID.test(id))) return null;
  const count = Math.max(Number(counted), ids.length);
  // A note of waiting work has at least one id; without any it is damaged.
  return count > 0 && ids.length === 0 ? null : { ids, count, notedAtMs: Number(notedAt) };
}

function unpacked(id: string): string {
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-');
}

/**
 * What a login shows about work that waited here. `listed`: the commands of the note that are
 * missing (S100). `may-be`: without a note, some may be lost (S118).
 */
export type Loss = 'listed' | 'may-be' | 'none';

export type Signs = {
  /** Null where the browser has deleted the note, or never had one. */
  readonly witness: Pick<Witness, 'ids'> | null;
  /** The server's cookie `malote_device` says that this browser held data of the person. */
  readonly isKnown: boolean;
  /** The device has no data of the person. */
  readonly isEmpty: boolean;
  /** The application has erased the person's data here, and remembers that. */
  readonly isErased: boolean;
};

/**
 * Judges what is lost. A browser that deletes databases may delete the note and the device facts
 * too; `malote_device`, which the server set, stays.
 */
export function judgeLoss({ witness, isKnown, isEmpty, isErased }: Signs): Loss {
  if (witness !== null) return witness.ids.length > 0 ? 'listed' : 'none';
  return isKnown && isEmpty && !isErased ? 'may-be' : 'none';
}
