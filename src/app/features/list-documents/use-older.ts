import type { CopyBound } from '#contract/copy-bound.ts';
import { copyBoundOf } from '#mirror/questions/copy-bound.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { OlderQuery } from '../../online/fetch-older.ts';
import { useProfile } from '../../profile/profile.tsx';
import type { ListSearch } from './list-search.ts';
import { olderQueryOf } from './older-query.ts';
import type { Scope } from './use-listing.ts';

/** What the list's filters mean beyond a bounded copy; null when everything is on this device. */
export function useOlder(
  search: ListSearch,
  { exceptionsOnly, scope }: { exceptionsOnly: boolean; scope: Scope | undefined },
): { readonly bound: CopyBound; readonly query: OlderQuery } | null {
  const { mirror, person } = useProfile();
  const bound = useLiveQuery(() => copyBoundOf(mirror), [mirror]) ?? null;
  if (bound === null) return null;
  const query = olderQueryOf(search, { bound, exceptionsOnly, scope, userId: person.userId });
  return query === null ? null : { bound, query };
}
