import { type DocumentListing, listDocuments } from '#mirror/questions/list-documents.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { filtersOf, type ListSearch } from './list-search.ts';

export type Scope = 'mine' | 'others';
export type ShownListing = DocumentListing & { readonly scope: Scope | undefined; readonly kept: number };

/**
 * The page of the list that the address asks for, updated live. A Super Admin's list that is opened without a tab shows the
 * first tab that is not empty (rule F13); only Super Admins have tabs.
 */
export function useListing(search: ListSearch, exceptionsOnly: boolean): ShownListing | undefined {
  const { mirror, person, today, zone } = useProfile();
  const address = JSON.stringify(search);
  return useLiveQuery(async () => {
    const filters = { ...filtersOf(search), exceptionsOnly };
    const ask = (scope: Scope | undefined) =>
      listDocuments(mirror, { filters: { ...filters, scope }, person, today, zone });
    const kept = await mirror.documents.count();
    if (!person.superAdmin) return { ...(await ask(undefined)), scope: undefined, kept };
    const mine = await ask(search.scope ?? 'mine');
    const isElsewhere = search.scope === undefined && mine.counts?.mine === 0 && mine.counts.others > 0;
    if (!isElsewhere) return { ...mine, scope: search.scope ?? 'mine', kept };
    return { ...(await ask('others')), scope: 'others' as const, kept };
    // `search` is a new object at every navigation, so the address is the dependency instead.
  }, [mirror, person, today, zone, address, exceptionsOnly]);
}
