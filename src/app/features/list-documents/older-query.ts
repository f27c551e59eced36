import type { CopyBound } from '#contract/copy-bound.ts';
import { addDays } from '#domain/dates.ts';
import { hasTooManyWords } from '#domain/search.ts';
import type { OlderQuery } from '../../online/fetch-older.ts';
import { FIGURE_PARTS, isByDue } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import type { Scope } from './use-listing.ts';
import { copyBoundOf } from '#mirror/questions/cover.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';

/**
 * Only these statuses can mean completed documents. A bounded copy has all others, however old they
 * are.
 */
const MAY_BE_COMPLETED: ReadonlySet<ListSearch['status']> = new Set([undefined, 'sent', 'completed', 'exception']);

type OlderScope = {
  readonly bound: CopyBound;
  readonly exceptionsOnly: boolean;
  readonly scope: Scope | undefined;
  readonly userId: number;
};

/**
 * The query to the server for the documents that match the list's filters and that a bounded copy
 * leaves out. Null when the device has all that match.
 */
export function olderQueryOf(
  search: ListSearch,
  { bound, exceptionsOnly, scope, userId }: OlderScope,
): OlderQuery | null {
  const last = addDays(bound.since, -1);
  const to = search.to === undefined || search.to > last ? last : search.to;
  if (!MAY_BE_COMPLETED.has(search.status) || isByDue(search)) return null;
  // The server would refuse so many words. The list itself says so.
  if (hasTooManyWords(search.search ?? '')) return null;
  if (search.from !== undefined && search.from > to) return null;
  const { organization_id, responsible_id, document_subject_id, created_by_me } = search;
  const status = exceptionsOnly ? 'exception' : search.status;
  const asked = {
    search: search.search,
    from: search.from,
    to,
    status: status === 'sent' ? undefined : status,
    organization_id,
    responsible_id,
    document_subject_id,
    created_by: created_by_me === true ? userId : undefined,
    scope,
    ...Object.fromEntries(FIGURE_PARTS.map((part) => [part, search[part]])),
  };
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

type ListScope = {
  readonly exceptionsOnly: boolean;
  readonly scope: Scope | undefined;
  readonly counts?: { readonly mine: number; readonly others: number } | undefined;
};

/**
 * The query for the documents that match the list's filters and that a bounded copy leaves out.
 * Null when the device has all that match. When a Super Admin has chosen no tab and both are empty,
 * the query covers both tabs: an older document may belong to either.
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
