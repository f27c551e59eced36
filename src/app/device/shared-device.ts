// Whether this device is a shared tablet (S95), as screens follow it. The fact is stored with the
// other facts of the device.

import type { SharedDevice } from '#mirror/store/device-facts.ts';
import { type Watched, watchedValue } from '#ui/base/watched-value.ts';

const shared = watchedValue<SharedDevice | null>(null);

/** Null: the device of one person. */
export const sharedDevice: Watched<SharedDevice | null> = shared;

/**
 * Switches this page between a shared tablet, whose targets are larger, and the device of one
 * person. Null: one person.
 */
export function showShared(next: SharedDevice | null): void {
  const before = shared.current();
  if (next?.tenantName === before?.tenantName && next?.name === before?.name) return;
  shared.set(next);
  const root = document.documentElement;
  if (next === null) delete root.dataset['density'];
  else root.dataset['density'] = 'kiosk';
}
