import type { PublicBody } from '#contract/session-calls.ts';
import { useWatched, watchedValue } from '#ui/base/watched-value.ts';
import { useEffect } from 'react';
import { sharedDevice } from '../../device/shared-device.ts';
import { useDeviceFacts } from '../../device/use-device-facts.ts';
import { CONTACT_EMAIL, CONTACT_PHONE } from '../../profile/public-links.ts';
import { fetchPublicBody } from '../../online/public-body.ts';

/** What the server has answered since the page was loaded; null before its answer. */
const told = watchedValue<PublicBody | null>(null);

type ShownBody = {
  readonly name: string | null;
  /** Null: there is no logo. Undefined: this is not known yet. */
  readonly logo: string | null | undefined;
  /**
   * The contact for help, from the server's answer or else from the build; empty where neither has
   * one.
   */
  readonly phone: string;
  readonly email: string;
};

/**
 * The public body, as screens without a login show it. It is that of the shared tablet, or of the
 * last person on this device. A device that knows neither asks the server once, which answers only
 * where it has a single public body.
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
