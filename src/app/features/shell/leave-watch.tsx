import { letGo } from '#mirror/opening/open-mirror.ts';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { listenLeaving } from '../../online/leaving.ts';

/** Leads to the login when the person has left in another tab. Forms that close then write nothing of that person. */
export function LeaveWatch() {
  const { profiles } = useRouteContext({ from: '__root__' });
  const { userId } = useProfile().person;
  const router = useRouter();
  useEffect(
    () =>
      listenLeaving(userId, () => {
        letGo(userId);
        void profiles.close().then(() => router.navigate({ to: '/login' }));
      }),
    [profiles, userId, router],
  );
  return null;
}
