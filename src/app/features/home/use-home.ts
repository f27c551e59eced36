import { homeAlert, homeNow } from '#mirror/questions/home.ts';
import { useProfile, useLive } from '../../profile/profile.tsx';

/**
 * Everything that the home shows above the models, live. It is read as one answer, so that the home
 * is drawn once. Undefined until it is read.
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
