// The ids of unsent commands, in a cookie of the browser: most browsers that evict databases keep
// cookies, so the next login notices that a queue is gone (S100, src/sync/promises.md, hazard 28).
// It has nothing of their contents.

export type Witness = {
  /**
   * Ids of commands, in the order in which they were made, no more than `MOST_IDS`; empty when
   * nothing waited.
   */
  readonly ids: readonly string[];
  /** How many there were, those without an id here included. */
  readonly count: number;
  /** Epoch ms of when this was noted. */
  readonly notedAtMs: number;
};

/** A browser takes 4 KB in one cookie. */
const MOST_IDS = 100;
const DAYS_KEPT = 400;
/** Requests of the application carry none of it: only the login's own page reads it. */
const PATH = '/login';
const NUMBER = /^\d{1,15}$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The notes of all people of a shared tablet go with the request of a login. Proxies take 8 KB of
 * cookies in one request: the other cookies have less than 1 KB, and who enters may note as much as
 * this again.
 */
const ALL_CHARACTERS = 3_600;
/** What a note takes without its ids, and what each id takes. */
const HEAD_CHARACTERS = 60;
const ID_CHARACTERS = 33;

/**
 * What this page has noted. Chromium selects cookies by the path at which a page was loaded, also
 * after the page has gone to the login without loading.
 */
const noted = new Map<number, string>();

const START = 'malote_unsent_';
const nameOf = (userId: number) => `${START}${userId}`;

/** Notes what a person has not sent on this device; without ids, that nothing waits. */
export function noteUnsent(userId: number, { ids, nowMs }: { ids: readonly string[]; nowMs: number }): void {
  const packed = ids.filter((id) => ID.test(id)).slice(0, MOST_IDS);
  const value = [nowMs, ids.length, ...packed.map((id) => id.replaceAll('-', ''))].join('.');
  keep(nameOf(userId), { value, days: DAYS_KEPT });
  noted.set(userId, value);
}

/**
 * Shortens long notes until all of them fit in the request of a login; they still say how many
 * commands there were. Only the page of the login can.
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

/** The person's data are erased from this device, and no work of theirs waits. */
export function forgetWitness(userId: number): void {
  keep(nameOf(userId), { value: '', days: 0 });
  noted.delete(userId);
}

function keep(name: string, { value, days }: { value: string; days: number }): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=${PATH}; Max-Age=${days * 86_400}; SameSite=Strict${secure}`;
}

/**
 * The last note, also that nothing waited; null when nothing was noted, and for a value that is not
 * ours. A page that was not loaded at the login uses its own note.
 */
export function readWitness(userId: number): Witness | null {
  const start = `${nameOf(userId)}=`;
  const found = document.cookie.split('; ').find((one) => one.startsWith(start));
  const value = found?.slice(start.length) ?? noted.get(userId);
  const [notedAt = '', counted = '', ...packed] = value?.split('.') ?? [];
  const ids = packed.map(unpacked);
  if (![notedAt, counted].every((text) => NUMBER.test(text)) || !ids.every((id) => ID.test(id))) return null;
  const count = Math.max(Number(counted), ids.length);
  // Of work that waited at least one id was noted.
  return count > 0 && ids.length === 0 ? null : { ids, count, notedAtMs: Number(notedAt) };
}

function unpacked(id: string): string {
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-');
}

/**
 * What a login shows about work that waited here: the missing commands of the browser's note
 * (S100); without a note, that something may be lost (S118); or nothing.
 */
export type Loss = 'listed' | 'may-be' | 'none';

export type Signs = {
  /** Null where the browser has deleted it, and on a browser that never held anything. */
  readonly witness: Pick<Witness, 'ids'> | null;
  /** The server's cookie says that this browser held the person's data. */
  readonly isKnown: boolean;
  /** The device has no data of the person. */
  readonly isEmpty: boolean;
  /** The application itself has erased what the person had here, and remembers it. */
  readonly isErased: boolean;
};

/**
 * A browser that deletes databases may delete the note with them, because a script wrote it, and
 * the device's facts; not the cookie.
 */
export function judgeLoss({ witness, isKnown, isEmpty, isErased }: Signs): Loss {
  if (witness !== null) return witness.ids.length > 0 ? 'listed' : 'none';
  return isKnown && isEmpty && !isErased ? 'may-be' : 'none';
}
