// Whether this device is a shared tablet, as every screen follows it (S95). The fact itself is kept
// with the device's facts.

import type { SharedDevice } from '#mirror/store/device-facts.ts';
import { type Watched, watchedValue } from '#ui/base/watched-value.ts';

const shared = watchedValue<SharedDevice | null>(null);

/** Null: the device of one person. */
export const sharedDevice: Watched<SharedDevice | null> = shared;

/** Makes the page that of a shared tablet, whose targets are larger, or of one person's device. */
export function showShared(next: SharedDevice | null): void {
  const before = shared.current();
  if (next?.tenantName === before?.tenantName && next?.name === before?.name) return;
  shared.set(next);
  const root = document.documentElement;
  if (next === null) delete root.dataset['density'];
  else root.dataset['density'] = 'kiosk';
}
