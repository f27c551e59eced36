// How long a shared tablet has not been touched (S95). All its tabs share one instant, and a start
// compares with it: a tablet that slept or was switched off is locked when it is back.

import { deviceStorage } from './web-storage.ts';

export const IDLE_MS = 3 * 60_000;
/** How long the warning is shown before the tablet locks. */
export const WARNING_MS = 30_000;
/** The time that the button "Mais 10 minutos" adds. */
export const EXTENSION_MS = 10 * 60_000;

/** What is due at a moment: nothing, the warning with the time left, or the lock. */
export type IdleState = { readonly kind: 'used' | 'over' } | { readonly kind: 'warned'; readonly leftMs: number };

/**
 * `warnAtMs`: when the warning comes, epoch ms; null when no touch is known. An instant further
 * away than any extension means that the device's clock was set back: the tablet locks.
 */
export function idleState(warnAtMs: number | null, nowMs: number): IdleState {
  if (warnAtMs === null || warnAtMs - nowMs > EXTENSION_MS) return { kind: 'over' };
  if (nowMs < warnAtMs) return { kind: 'used' };
  const leftMs = warnAtMs + WARNING_MS - nowMs;
  return leftMs > 0 ? { kind: 'warned', leftMs } : { kind: 'over' };
}

/** The instant of the warning after a touch now; an extension that is longer stays. */
export function afterTouch(warnAtMs: number | null, nowMs: number): number {
  const extended = warnAtMs === null || warnAtMs - nowMs > EXTENSION_MS ? 0 : warnAtMs;
  return Math.max(extended, nowMs + IDLE_MS);
}

const NAME = 'malote-parado';

/** Epoch ms; null when no touch is known. */
export function readWarnAt(): number | null {
  const stored = Number(deviceStorage.get(NAME) ?? Number.NaN);
  return Number.isFinite(stored) ? stored : null;
}

export function saveWarnAt(warnAtMs: number): void {
  deviceStorage.set(NAME, String(warnAtMs));
}
