import { useEffect } from 'react';
import { openImage } from '../../online/open-file.ts';
import { useProfile } from '../../profile/profile.tsx';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';

/** The tenant's logo as stored on this device; fetched once whenever the tenant has a new one. Null when there is none. */
export function useTenantLogo(): string | null {
  const address = useProfile().session.tenant.logo;
  const facts = useDeviceFacts();
  const kept = facts?.tenantLogo ?? null;
  const isMissing = facts !== null && address !== null && kept?.address !== address;
  useEffect(() => {
    if (!isMissing) return;
    // Without network the product's mark is shown instead; the next start asks again.
    openImage(address)
      .then((image) => changeDeviceFacts({ tenantLogo: { address, image } }))
      .catch(() => undefined);
  }, [isMissing, address]);
  return kept !== null && kept.address === address ? kept.image : null;
}
