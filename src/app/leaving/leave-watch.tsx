import { letGo } from '#mirror/opening/open-mirror.ts';
import { useWatched } from '#ui/base/watched-value.ts';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listenLeaving } from './steps/mark.ts';

/**
 * Goes to the login when this person has left in another tab, also from screens without a login.
 * The mirror is released first, so that closing forms write nothing.
 */
export function LeaveWatch() {
  const { profiles } = useRouteContext({ from: '__root__' });
  const userId = useWatched(profiles)?.userId ?? null;
  const router = useRouter();
  useEffect(() => {
    if (userId === null) return undefined;
    return listenLeaving(userId, () => {
      letGo(userId);
      void profiles.close().then(() => router.navigate({ to: '/login' }));
    });
  }, [profiles, userId, router]);
  return null;
}
