// When to try again: full jitter from 2 s to 5 min, without an end (src/sync/promises.md, Drain).
// No attempt is ever the last.

import { LONGEST_PAUSE_MS } from '#mirror/store/outbox-row.ts';

const FIRST_MS = 2_000;
const LONGEST_MS = 300_000;

/** How long to wait when the server asked for a pause and did not say for how long. */
export const THROTTLE_MS = 30_000;

/**
 * Milliseconds to wait before the next attempt.
 * @param attempts How many have failed in a row, from 1.
 * @param random 0 ≤ n < 1.
 */
export function backoffMs(attempts: number, random: number): number {
  const doublings = Math.min(Math.max(attempts, 1), 16);
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** doublings);
  return Math.round(FIRST_MS + random * (ceiling - FIRST_MS));
}

/**
 * What a Retry-After header asks for, in ms from now: seconds or a date; null when it is absent,
 * not understood, or asks for no pause, as a date does that is past on this device's clock. Never
 * more than an hour, so that a wrong clock on a server does not silence a device.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const askedMs = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return askedMs > 0 ? Math.min(askedMs, LONGEST_PAUSE_MS) : null;
}
