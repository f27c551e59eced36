import { TOO_MANY_WORDS } from '#contract/too-many-words.ts';
import { hasTooManyWords } from '#domain/search.ts';
import { Button } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { CalendarCheck, CloudOff, Inbox, SearchX } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { DEADLINES, nothingDue } from '../../text/deadlines.ts';
import { LIST } from '../../text/list.ts';
import { NOT_ON_DEVICE } from '../../text/not-on-device.ts';
import { isByDue, isFiltered, withoutDue, withoutFilters } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';

/**
 * The empty list says which of three holds: no document exists, none matches, none is on this device (src/ui/look.md, look 7).
 */
export function ListEmpty(props: {
  search: ListSearch;
  exceptionsOnly: boolean;
  kept: number;
  /** Whether the server may have what this device has not (S110). */
  hasOlder: boolean;
  onChange: (change: (search: ListSearch) => ListSearch) => void;
}) {
  const { search, exceptionsOnly, kept, hasOlder, onChange } = props;
  const { may } = useProfile();
  const sync = useSyncState();
  if (kept === 0 && sync.summary.refreshedAtMs === null) {
    if (!sync.connection.isOffline) return <SkeletonRows label={LIST.loading} count={6} />;
    return <EmptyState icon={CloudOff} title={NOT_ON_DEVICE} />;
  }
  if (isByDue(search) && !isFiltered(withoutDue(search))) {
    return (
      <EmptyState
        icon={CalendarCheck}
        title={nothingDue({ overdue: search.overdue === true, due: search.due })}
        action={<Button onPress={() => onChange(withoutDue)}>{DEADLINES.all}</Button>}
      />
    );
  }
  if (isFiltered(search)) {
    const isTooMuch = hasTooManyWords(search.search ?? '');
    return (
      <EmptyState
        icon={SearchX}
        title={isTooMuch ? TOO_MANY_WORDS : hasOlder ? LIST.noMatchHere : LIST.noMatch}
        action={<Button onPress={() => onChange(withoutFilters)}>{LIST.clearFilters}</Button>}
      />
    );
  }
  if (exceptionsOnly) return <EmptyState icon={Inbox} title={LIST.noExceptions} />;
  return (
    <EmptyState
      icon={Inbox}
      title={LIST.empty}
      action={may('create_documents') ? <Link href="/admin/create-documents">{LIST.emptyLink}</Link> : undefined}
    />
  );
}
