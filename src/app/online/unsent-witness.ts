// What waits to be sent, by the ids of its commands, in a cookie of the browser: a browser that evicts databases keeps cookies, so the
// next login notices that a queue is gone (S100, src/sync/promises.md, hazard 28). Nothing of the contents is in it.

export type Witness = {
  /** Ids of commands, in the order in which they were made; no more than `MOST_IDS`. */
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
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const nameOf = (userId: number) => `malote_unsent_${userId}`;

/** Notes what a person has not sent on this device; without ids, that there is nothing. */
export function noteUnsent(userId: number, { ids, nowMs }: { ids: readonly string[]; nowMs: number }): void {
  const packed = ids.filter((id) => ID.test(id)).slice(0, MOST_IDS);
  const value = [nowMs, ids.length, ...packed.map((id) => id.replaceAll('-', ''))].join('.');
  const days = ids.length === 0 ? 0 : DAYS_KEPT;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${nameOf(userId)}=${value}; Path=${PATH}; Max-Age=${days * 86_400}; SameSite=Strict${secure}`;
}

/** What was noted last; null when nothing was, and for a value that is not ours. Only the page of the login can read it. */
export function readWitness(userId: number): Witness | null {
  const start = `${nameOf(userId)}=`;
  const found = document.cookie.split('; ').find((one) => one.startsWith(start));
  const [notedAt, count, ...packed] = found?.slice(start.length).split('.') ?? [];
  const notedAtMs = Number(notedAt);
  const ids = packed.map(unpacked);
  if (found === undefined || !Number.isSafeInteger(notedAtMs) || !ids.every((id) => ID.test(id))) return null;
  return ids.length === 0 ? null : { ids, count: Math.max(Number(count) || 0, ids.length), notedAtMs };
}

function unpacked(id: string): string {
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-');
}
