import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';

/**
 * A session that ended with nothing waiting leads to the login (rule E3, literal); with something waiting the screen,
 * the outbox and the drafts stay, and the pill says it. Offline nothing is asked for: entering needs internet.
 */
export function SessionWatch() {
  const sync = useSyncState();
  const router = useRouter();
  const leaves = sync !== undefined && !sync.isOffline && sync.state.kind === 'needs-login' && isEmpty(sync.summary);
  useEffect(() => {
    const { href, pathname } = router.state.location;
    // Already on the way there: the screen left behind is still mounted.
    if (leaves && pathname.startsWith('/admin')) void router.navigate({ to: '/login', search: { voltar: href } });
  }, [leaves, router]);
  return null;
}

function isEmpty(summary: { pending: number; needsAuthor: number }): boolean {
  return summary.pending + summary.needsAuthor === 0;
}
