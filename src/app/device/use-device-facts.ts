import { type DeviceFacts, readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { useWatched, watchedValue } from '#ui/base/watched-value.ts';
import { useEffect } from 'react';

// One reading for all screens of this page; other tabs are read again when this one is seen.
const facts = watchedValue<DeviceFacts | null>(null);

/** Every screen shows the facts as they are now, whoever changed them. */
export async function refreshDeviceFacts(): Promise<void> {
  facts.set(await readDeviceFacts());
}

/** What belongs to the device and not to a person; null until read. */
export function useDeviceFacts(): DeviceFacts | null {
  useEffect(() => void refreshDeviceFacts(), []);
  return useWatched(facts);
}

/** Changes facts and every screen that shows them. */
export async function changeDeviceFacts(changes: Partial<DeviceFacts>): Promise<void> {
  await updateDeviceFacts(changes);
  await refreshDeviceFacts();
}
