import { useRouter } from '@tanstack/react-router';
import { SavedSearchesDialog } from '../../acts/listing/saved-searches-dialog.tsx';
import { isSavable, withoutPage } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import { proposedName } from './proposed-name.ts';
import { useFilterNames } from './use-filter-names.ts';

/** The saved searches over the list, whose own address is its filters and its order. */
export function ListSearches({ search, onClose }: { search: ListSearch; onClose: () => void }) {
  const router = useRouter();
  const names = useFilterNames(search);
  return (
    <SavedSearchesDialog
      address={router.buildLocation({ to: '.', search: withoutPage(search) }).href}
      propose={isSavable(search) ? (taken) => proposedName(search, { names, taken }) : null}
      onClose={onClose}
    />
  );
}
