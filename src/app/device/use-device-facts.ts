import { type DeviceFacts, readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { useEffect, useSyncExternalStore } from 'react';

// One reading for all screens of this page; other tabs are read again when this one is seen.
let facts: DeviceFacts | null = null;
const listeners = new Set<() => void>();

/** Every screen shows the facts as they are now, whoever changed them. */
export async function refreshDeviceFacts(): Promise<void> {
  facts = await readDeviceFacts();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What belongs to the device and not to a person; null until read. */
export function useDeviceFacts(): DeviceFacts | null {
  useEffect(() => void refreshDeviceFacts(), []);
  return useSyncExternalStore(subscribe, () => facts);
}

/** Changes facts and every screen that shows them. */
export async function changeDeviceFacts(changes: Partial<DeviceFacts>): Promise<void> {
  await updateDeviceFacts(changes);
  await refreshDeviceFacts();
}
