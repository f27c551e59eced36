import { type DocumentListing, listDocuments } from '#mirror/questions/list-documents.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { filtersOf } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';

export type Scope = 'mine' | 'others';
export type ShownListing = DocumentListing & { readonly scope: Scope | undefined };

/**
 * The page of the list that the address asks for, updated live. A Super Admin's list that is opened without a tab shows the
 * first tab that is not empty (rule F13); only Super Admins have tabs.
 */
export function useListing(search: ListSearch, exceptionsOnly: boolean): ShownListing | undefined {
  const { mirror, person, today, zone } = useProfile();
  const address = JSON.stringify(search);
  const shown = useRef<ShownListing>(undefined);
  return useLiveQuery(async () => {
    const listing = await asked();
    // Most changes on the device change nothing of what is shown here, and nothing is drawn again then.
    if (JSON.stringify(shown.current) !== JSON.stringify(listing)) shown.current = listing;
    return shown.current;
    // `search` is a new object at every navigation, so the address is the dependency instead.
  }, [mirror, person, today, zone, address, exceptionsOnly]);

  async function asked(): Promise<ShownListing> {
    const filters = { ...filtersOf(search), exceptionsOnly };
    const ask = (scope: Scope | undefined) =>
      listDocuments(mirror, { filters: { ...filters, scope }, person, today, zone });
    if (!person.superAdmin) return { ...(await ask(undefined)), scope: undefined };
    const mine = await ask(search.scope ?? 'mine');
    const isElsewhere = search.scope === undefined && mine.counts?.mine === 0 && mine.counts.others > 0;
    if (!isElsewhere) return { ...mine, scope: search.scope ?? 'mine' };
    return { ...(await ask('others')), scope: 'others' };
  }
}
