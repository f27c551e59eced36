import { homeAlert, homeNow } from '#mirror/questions/home.ts';
import { useProfile, useLive } from '../../profile/profile.tsx';

/**
 * What the home shows above its models, live, and all of it at once, so that it is drawn once;
 * undefined until it is read.
 */
export function useHome() {
  const { mirror, person, session, today } = useProfile();
  const organizationId = session.organization_id;
  const ask = async () => {
    const [now, alert, drafts] = await Promise.all([
      homeNow(mirror, { person, organizationId, today }),
      homeAlert(mirror, today),
      mirror.drafts.count(),
    ]);
    return { ...now, alert, drafts };
  };
  return useLive(ask, [mirror, person, organizationId, today]);
}
