import type { CopyBound } from '#contract/copy-bound.ts';
import { copyBoundOf } from '#mirror/questions/cover.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { OlderQuery } from '../../online/fetch-older.ts';
import { useProfile } from '../../profile/profile.tsx';
import type { ListSearch } from './list-search.ts';
import { olderQueryOf } from './older-query.ts';
import type { Scope } from './use-listing.ts';

type ListScope = {
  readonly exceptionsOnly: boolean;
  readonly scope: Scope | undefined;
  readonly counts?: { readonly mine: number; readonly others: number } | undefined;
};

/**
 * The list's filters as a query for what a bounded copy leaves out; null when everything is on this
 * device. Where a Super Admin has chosen no tab and none has a document, both are queried: the
 * first tab is shown then, but an older document could be in either.
 */
export function useOlder(
  search: ListSearch,
  { exceptionsOnly, scope, counts }: ListScope,
): { readonly bound: CopyBound; readonly query: OlderQuery } | null {
  const { mirror, person } = useProfile();
  const bound = useLiveQuery(() => copyBoundOf(mirror), [mirror]) ?? null;
  if (bound === null) return null;
  const isInNeither = search.scope === undefined && counts?.mine === 0 && counts.others === 0;
  const meant = isInNeither ? undefined : scope;
  const query = olderQueryOf(search, { bound, exceptionsOnly, scope: meant, userId: person.userId });
  return query === null ? null : { bound, query };
}
