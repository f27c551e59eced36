import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSyncState } from '../../shared/use-sync-state.ts';

/**
 * A session that ended with nothing waiting leads to the login (decisions E3, literal); with something waiting the screen,
 * the outbox and the drafts stay, and the pill says it.
 */
export function SessionWatch() {
  const summary = useSyncState()?.summary;
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const leaves = summary !== undefined && summary.auth === 'needs-login' && summary.pending + summary.needsAuthor === 0;
  useEffect(() => {
    if (leaves) void navigate({ to: '/login', search: { voltar: href } });
  }, [leaves, navigate, href]);
  return null;
}
