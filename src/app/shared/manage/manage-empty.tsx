import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { CloudOff, Inbox, SearchX } from 'lucide-react';
import { MANAGE } from '../../text/manage.ts';
import { useSyncState } from '../connection/use-sync-state.ts';
import type { ManageWords } from './managed-row.ts';

/**
 * An empty management list says which of three holds: nothing exists, nothing matches, nothing is on this device
 * (src/ui/look.md, look 7).
 */
export function ManageEmpty(props: {
  words: ManageWords;
  isSearch: boolean;
  createHref: string | undefined;
  onClear: () => void;
}) {
  const { words, isSearch, createHref, onClear } = props;
  const sync = useSyncState();
  if (isSearch) {
    return (
      <EmptyState
        icon={SearchX}
        title={words.noMatch}
        action={<Button onPress={onClear}>{MANAGE.clearFilters}</Button>}
      />
    );
  }
  if (sync.summary.refreshedAtMs === null) {
    if (!sync.connection.isOffline) return <SkeletonRows label={words.loading} count={6} />;
    return <EmptyState icon={CloudOff} title={MANAGE.notYet} />;
  }
  return (
    <EmptyState
      icon={Inbox}
      title={words.empty}
      action={
        createHref === undefined ? undefined : (
          <Link href={createHref} tone="action">
            {words.emptyLink}
          </Link>
        )
      }
    />
  );
}
