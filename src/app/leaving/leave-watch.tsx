import { letGo } from '#mirror/opening/open-mirror.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { useWatched } from '#ui/base/watched-value.ts';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { watchSigns } from '../device/use-browser-online.ts';
import { listenLeaving } from './steps/mark.ts';

/**
 * Goes to the login when this person has left in another tab, also from screens without a login.
 * The mirror is released first, so that closing forms write nothing. A page in the browser's cache
 * of pages hears of no leaving. It looks when it is shown again whether another person is in.
 */
export function LeaveWatch() {
  const { profiles } = useRouteContext({ from: '__root__' });
  const userId = useWatched(profiles)?.userId ?? null;
  const router = useRouter();
  useEffect(() => {
    if (userId === null) return undefined;
    const showLogin = () => {
      letGo(userId);
      void profiles.close().then(() => router.navigate({ to: '/login' }));
    };
    const look = async () => {
      // A hidden page may be about to close, and begins no transaction.
      if (document.visibilityState === 'hidden') return;
      const { lastPerson } = await readDeviceFacts();
      const isOther = lastPerson !== null && lastPerson.userId !== userId;
      // This page itself may have opened for that person while the facts were read.
      if (isOther && profiles.current()?.userId === userId) showLogin();
    };
    const endLooking = watchSigns(() => void look().catch(() => undefined));
    const endListening = listenLeaving(userId, showLogin);
    return () => {
      endLooking();
      endListening();
    };
  }, [profiles, userId, router]);
  return null;
}
