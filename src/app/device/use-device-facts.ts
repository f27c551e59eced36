import { type DeviceFacts, readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { useWatched, watchedValue } from '#ui/base/watched-value.ts';
import { useEffect } from 'react';
import { showShared } from './shared-device.ts';
import { watchSigns } from './use-browser-online.ts';

// The facts as last read, shared by all screens of this page. They are read again when the page
// becomes visible, because other tabs may have changed them.
const facts = watchedValue<DeviceFacts | null>(null);

/** Reads the facts of the device again and updates every screen that shows them. */
export async function refreshDeviceFacts(): Promise<void> {
  const read = await readDeviceFacts();
  showShared(read.shared);
  // Equal facts keep their object. Every screen with facts reads them when it opens, and a new
  // object would draw all these screens again.
  if (JSON.stringify(read) !== JSON.stringify(facts.current())) facts.set(read);
}

let coming: Promise<void> | null = null;

/**
 * Reads the facts once for all screens that are mounted together. An error is dropped here, because
 * each screen that needs the facts reports storage that does not answer.
 */
function refreshIfPossible(): void {
  coming ??= refreshDeviceFacts()
    .catch(() => undefined)
    .finally(() => {
      coming = null;
    });
}

/**
 * Follows what other tabs change while this page is in the background: when they make the device a
 * shared tablet, this page locks too. Returns the function that ends it.
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
