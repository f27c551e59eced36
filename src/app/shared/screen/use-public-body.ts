import type { PublicBody } from '#contract/session-calls.ts';
import { useWatched, watchedValue } from '#ui/base/watched-value.ts';
import { useEffect } from 'react';
import { sharedDevice } from '../../device/shared-device.ts';
import { useDeviceFacts } from '../../device/use-device-facts.ts';
import { CONTACT_EMAIL, CONTACT_PHONE } from '../../profile/public-links.ts';
import { fetchPublicBody } from '../../online/public-body.ts';

/** What the server has answered to this page; null before that. */
const told = watchedValue<PublicBody | null>(null);

type ShownBody = {
  readonly name: string | null;
  /** Undefined until it is known whether there is one. */
  readonly logo: string | null | undefined;
  /**
   * Whom to ask for help: as the server says for this address, or as the build has it; empty
   * without.
   */
  readonly phone: string;
  readonly email: string;
};

/**
 * The public body as screens without a login show it: that of the last person of this device or of
 * a shared tablet, else the only one of the server, which is asked for it once.
 */
export function usePublicBody(): ShownBody {
  const facts = useDeviceFacts();
  const shared = useWatched(sharedDevice);
  const ofServer = useWatched(told);
  const known = shared?.tenantName ?? facts?.lastPerson?.tenantName ?? null;
  // While a logout is owed, nothing else is sent (S33).
  const isAsked = facts?.logoutOwed === false && known === null && ofServer === null;
  useEffect(() => {
    if (isAsked) fetchPublicBody().then(told.set, () => undefined);
  }, [isAsked]);
  const logo = known === null ? ofServer?.logo : facts?.tenantLogo?.image;
  return {
    name: known ?? ofServer?.name ?? null,
    logo: facts === null ? undefined : (logo ?? null),
    phone: ofServer?.contact_phone ?? CONTACT_PHONE,
    email: ofServer?.contact_email ?? CONTACT_EMAIL,
  };
}
