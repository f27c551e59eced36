// A person who leaves without a network is logged out at the first contact: at the start, when the
// network or the page is back, and every few seconds until then (S33). The worker does the same
// when the browser calls it with no page open.

import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { refreshDeviceFacts } from '../device/use-device-facts.ts';
import { watchSigns } from '../device/use-browser-online.ts';

const AGAIN_MS = 4_000;

let settling: Promise<void> | null = null;
let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Tells the server about a logout that it does not know of, if there is one; tries again until the
 * server has answered. Never rejects.
 */
export function settleOwedLogout(): Promise<void> {
  settling ??= settle().finally(() => {
    settling = null;
  });
  return settling;
}

/** Looks now and at every sign of a network, as long as the page lives. */
export function watchOwedLogout(): void {
  const look = () => void settleOwedLogout();
  watchSigns(look);
  look();
}

async function settle(): Promise<void> {
  clearTimeout(again);
  // A device that does not say what is owed, and a module that can't be loaded without a network,
  // are asked again.
  const isSettled = await tellServer().catch(() => false);
  if (!isSettled) again = setTimeout(() => void settleOwedLogout(), AGAIN_MS);
}

async function tellServer(): Promise<boolean> {
  if (!(await readDeviceFacts()).logoutOwed) return true;
  const isSettled = await (await import('./logout.ts')).settleLogout();
  await refreshDeviceFacts();
  return isSettled;
}
