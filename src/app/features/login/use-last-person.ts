import type { LastPerson } from '#mirror/store/device-facts.ts';
import { useDeviceFacts } from '../../device/use-device-facts.ts';

/** The last person of this device, for their tenant's name and the way on without internet; null when there is none. */
export function useLastPerson(): LastPerson | null {
  return useDeviceFacts()?.lastPerson ?? null;
}
