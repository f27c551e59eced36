import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { isAtWork } from './is-at-work.ts';

/**
 * A session that ended with nothing waiting leads to the login; with something waiting, or something written in a form of
 * this page, the screen, the outbox and the drafts stay (rule E3), and the pill says it. Offline nothing is asked for:
 * entering needs internet.
 */
export function SessionWatch() {
  const sync = useSyncState();
  const router = useRouter();
  const { mirror } = useProfile();
  const leaves =
    sync !== undefined && !sync.connection.isOffline && sync.state.kind === 'needs-login' && isEmpty(sync.summary);
  useEffect(() => {
    if (!leaves) return;
    let isOver = false;
    const leave = async () => {
      if ((await isAtWork(mirror)) || isOver) return;
      const { href, pathname } = router.state.location;
      // Already on the way there: the screen left behind is still mounted.
      if (pathname.startsWith('/admin')) await router.navigate({ to: '/login', search: { voltar: href } });
    };
    // A mirror that can't be read is told by whatever shows it.
    leave().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [leaves, mirror, router]);
  return null;
}

function isEmpty(summary: { pending: number; needsAuthor: number }): boolean {
  return summary.pending + summary.needsAuthor === 0;
}
