import { type DocumentListing, type DocumentsQuery, listDocuments } from '#mirror/questions/list-documents.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { pressOver } from '#ui/base/after-paint.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { filtersOf } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';

export type Scope = 'mine' | 'others';
type TabListing = DocumentListing & { readonly scope: Scope | undefined };
/**
 * A page of the list with its query (`search`), so that rows, groups and page numbers always belong
 * to one query.
 */
export type ShownListing = TabListing & { readonly search: ListSearch };

/**
 * The page of the list in the address, updated live. A Super Admin's list that is opened without a
 * tab shows the first tab that is not empty (rule F13); only Super Admins have tabs. `among`: the
 * documents behind a number of a report.
 */
export function useListing(
  search: ListSearch,
  exceptionsOnly: boolean,
  among?: ReadonlySet<number>,
): ShownListing | undefined {
  const { mirror, person, today, zone } = useProfile();
  const address = JSON.stringify(search);
  const filters = { ...filtersOf(search), exceptionsOnly, among };
  const asked = { filters, person, today, zone };
  const shown = useRef<ShownListing>(undefined);
  return useLiveQuery(
    async () => {
      const listing: ShownListing = { ...(await openedListing(mirror, asked, search.scope)), search };
      await pressOver();
      // Most changes on the device do not change this page, and an equal page is not drawn again.
      if (shown.current !== undefined && JSON.stringify(shown.current) === JSON.stringify(listing))
        return shown.current;
      return (shown.current = { ...listing, rows: withSameRows(listing.rows, shown.current?.rows ?? []) });
    },
    // `search` is a new object at every navigation, so the address is the dependency instead.
    [mirror, person, today, zone, address, exceptionsOnly, among],
  );
}

async function openedListing(mirror: Mirror, asked: DocumentsQuery, wanted: ListSearch['scope']): Promise<TabListing> {
  if (wanted === 'all') return { ...(await listDocuments(mirror, asked)), scope: undefined };
  const scope = firstTab(asked);
  const listing = await listDocuments(mirror, inTab(asked, scope));
  return isElsewhere(asked, listing)
    ? { ...(await listDocuments(mirror, inTab(asked, 'others'))), scope: 'others' }
    : { ...listing, scope };
}

const firstTab = ({ person, filters }: DocumentsQuery): Scope | undefined =>
  person.superAdmin ? (filters.scope ?? 'mine') : undefined;

const inTab = (asked: DocumentsQuery, scope: Scope | undefined): DocumentsQuery => ({
  ...asked,
  filters: { ...asked.filters, scope },
});

const isElsewhere = ({ person, filters }: DocumentsQuery, { counts }: DocumentListing): boolean =>
  person.superAdmin && filters.scope === undefined && counts?.mine === 0 && counts.others > 0;

/** The rows, where an unchanged row is the object that was shown before. */
function withSameRows(rows: readonly ListedDocument[], before: readonly ListedDocument[]): readonly ListedDocument[] {
  const texts = new Map(before.map((row) => [JSON.stringify(row), row]));
  return rows.map((row) => texts.get(JSON.stringify(row)) ?? row);
}
