import { type DeviceFacts, readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { useWatched, watchedValue } from '#ui/base/watched-value.ts';
import { useEffect } from 'react';
import { showShared } from './shared-device.ts';
import { watchSigns } from './use-browser-online.ts';

// All screens of this page share one reading. It is repeated when the page becomes visible, because
// other tabs may have changed the facts.
const facts = watchedValue<DeviceFacts | null>(null);

/** Shows the facts as they are now on every screen, including changes by other code. */
export async function refreshDeviceFacts(): Promise<void> {
  const read = await readDeviceFacts();
  showShared(read.shared);
  // Each screen that shows some of them reads them, and all of them would be drawn again each time.
  if (JSON.stringify(read) !== JSON.stringify(facts.current())) facts.set(read);
}

let coming: Promise<void> | null = null;

/**
 * Screens that are mounted together read once. Each screen that needs the facts reports storage
 * that does not answer.
 */
function refreshIfPossible(): void {
  coming ??= refreshDeviceFacts()
    .catch(() => undefined)
    .finally(() => {
      coming = null;
    });
}

/**
 * Follows what other tabs change while this page is in the background: a device that became a
 * shared tablet there locks here too. The returned function ends it.
 */
export function watchDeviceFacts(): () => void {
  return watchSigns(() => {
    if (document.visibilityState !== 'hidden') refreshIfPossible();
  });
}

/** The facts that belong to the device and not to a person; null until they are read. */
export function useDeviceFacts(): DeviceFacts | null {
  useEffect(refreshIfPossible, []);
  return useWatched(facts);
}

/** Changes the facts and updates every screen that shows them. */
export async function changeDeviceFacts(changes: Partial<DeviceFacts>): Promise<void> {
  await updateDeviceFacts(changes);
  await refreshDeviceFacts();
}
