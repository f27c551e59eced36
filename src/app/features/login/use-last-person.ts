import type { LastPerson } from '#mirror/store/device-facts.ts';
import { useDeviceFacts } from '../../device/use-device-facts.ts';

/**
 * The last person of this device, for the name of their tenant and for going on without internet;
 * null when the device has had no person.
 */
export function useLastPerson(): LastPerson | null {
  return useDeviceFacts()?.lastPerson ?? null;
}
