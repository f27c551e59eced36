import type { LastPerson } from '#mirror/device-facts.ts';
import { useDeviceFacts } from '../../shared/use-device-facts.ts';

/** The last person of this device, for their tenant's name and the way on without internet; null when there is none. */
export function useLastPerson(): LastPerson | null {
  return useDeviceFacts()?.lastPerson ?? null;
}
