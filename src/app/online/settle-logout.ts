// Ends the session of a person who left without a network, at the first contact: at the start, when
// the network or the page returns, and every few seconds (S33). The worker does so too when the
// browser wakes it without a page.

import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { refreshDeviceFacts } from '../device/use-device-facts.ts';
import { watchSigns } from '../device/use-browser-online.ts';

const AGAIN_MS = 4_000;

let settling: Promise<void> | null = null;
let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Tells the server about an owed logout, if there is one, and tries again until it answers. Never
 * rejects.
 */
export function settleOwedLogout(): Promise<void> {
  settling ??= settle().finally(() => {
    settling = null;
  });
  return settling;
}

/** Settles an owed logout now and at each sign of a network, while the page lives. */
export function watchOwedLogout(): void {
  const look = () => void settleOwedLogout();
  watchSigns(look);
  look();
}

async function settle(): Promise<void> {
  clearTimeout(again);
  // Tried again where the device facts can't be read, or the code can't be loaded without a
  // network.
  const isSettled = await tellServer().catch(() => false);
  if (!isSettled) again = setTimeout(() => void settleOwedLogout(), AGAIN_MS);
}

async function tellServer(): Promise<boolean> {
  if (!(await readDeviceFacts()).logoutOwed) return true;
  const isSettled = await (await import('./logout.ts')).settleLogout();
  await refreshDeviceFacts();
  return isSettled;
}
