import { useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';

/**
 * The tenant's logo as stored on this device. A new logo of the tenant is fetched once. Null: there
 * is none. Undefined: it is being read, and no other picture is to be shown first.
 */
export function useTenantLogo(): string | null | undefined {
  const address = useProfile().session.tenant.logo;
  const facts = useDeviceFacts();
  const [failed, setFailed] = useState<string | null>(null);
  const kept = facts?.tenantLogo ?? null;
  const isMissing = facts !== null && address !== null && kept?.address !== address;
  useEffect(() => {
    if (!isMissing) return;
    // Without network the product's mark is shown instead; the next start asks again.
    import('../../online/open-file.ts')
      .then(({ openImage }) => openImage(address))
      .then((image) => changeDeviceFacts({ tenantLogo: { address, image } }))
      .catch(() => setFailed(address));
  }, [isMissing, address]);
  if (kept !== null && kept.address === address) return kept.image;
  return address === null || failed === address ? null : undefined;
}
