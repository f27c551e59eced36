// Whether somebody is logged in on this device: one answer for every door that shows, takes or
// sends something of a person (S171). A person who chose "Ficar logado" is in until they leave. Any
// other is in while the browser that they entered with is open, of which a cookie without a
// duration is the mark: a browser forgets it when it is closed, and not for another tab or a
// reload.

import type { DeviceFacts, LastPerson } from './device-facts.ts';

/** The name of the cookie. */
export const OPEN_MARK = 'malote_open';

/**
 * As long as the server keeps an unused session (default 1): some browsers restore such cookies
 * days later.
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

/** The person who is in. `openedFor`: for whom the browser is open. */
export function personIn({ lastPerson, shared }: KnownFacts, openedFor: number | null): LastPerson | null {
  if (!lastPerson || lastPerson.sessionEnded) return null;
  // Where an older version entered, the device was not told: its person stays until the next login,
  // unless the tablet is shared.
  const staysIn = !shared && lastPerson.staysIn !== false;
  return staysIn || openedFor === lastPerson.userId ? lastPerson : null;
}
