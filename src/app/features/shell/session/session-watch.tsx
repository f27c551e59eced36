import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useProfile } from '../../../profile/profile.tsx';
import { useSyncState } from '../../../shared/connection/use-sync-state.ts';

/**
 * Leads to the login when the session has ended and nothing waits. When commands wait, or a form of
 * this page holds something written, the screen, the outbox and the drafts stay (rule E3), and the
 * pill says that a login is needed. On a shared tablet the person leaves (idle-watch.tsx). Without
 * a connection nothing happens, because a login needs internet.
 */
export function SessionWatch() {
  const sync = useSyncState();
  const router = useRouter();
  const { mirror } = useProfile();
  const leaves = !sync.connection.isOffline && sync.state.kind === 'needs-login' && sync.summary.unsent === 0;
  useEffect(() => {
    if (!leaves) return;
    let isOver = false;
    const leave = async () => {
      // If this code can't be loaded, the screen stays.
      const { mayShowLogin } = await import('./is-at-work.ts');
      if (!(await mayShowLogin(mirror)) || isOver) return;
      const { href, pathname } = router.state.location;
      // The person may be on the way to the login already, while this screen is still mounted.
      if (pathname.startsWith('/admin')) await router.navigate({ to: '/login', search: { voltar: href } });
    };
    // A mirror that can't be read is reported by the screen that reads it.
    leave().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [leaves, mirror, router]);
  return null;
}
