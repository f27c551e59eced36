import { COLUMN_WORDS } from '#contract/report-words.ts';
import { useRouter } from '@tanstack/react-router';
import { SavedSearchesDialog } from '../../acts/listing/saved-searches-dialog.tsx';
import { isSavable, withoutPage, orderOf } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import { useFilterNames, type FilterNames } from './use-filter-names.ts';
import { freeName } from '../../acts/listing/free-name.ts';
import { formatShortDay } from '../../text/words/format.ts';
import { LIST, DUE_IN_NAME } from '../../text/lists/list.ts';
import { STATUS_LABEL } from '../../text/words/document.ts';

/** The dialog of saved searches over a list. A list's search is its filters and its order. */
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

/**
 * Proposes a name for a search: `Criados por mim, vencendo em 10 dias, SEMOB`. `taken`: the names
 * of other searches. A name that is taken gets the next free number.
 */
export function proposedName(
  search: ListSearch,
  { names, taken }: { names: FilterNames; taken: readonly string[] },
): string {
  const { status, from, to } = search;
  const parts = [
    search.created_by_me === true ? LIST.createdByMe : '',
    search.overdue === true ? 'em atraso' : '',
    search.due === undefined ? '' : DUE_IN_NAME[search.due],
    status === undefined || status === 'sent' ? '' : STATUS_LABEL[status],
    search.organization_id === undefined ? '' : names.organization,
    search.responsible_id === undefined ? '' : `com ${names.responsible}`,
    search.document_subject_id === undefined ? '' : names.subject,
    search.figure === undefined ? '' : COLUMN_WORDS[search.figure].title,
    from === undefined ? '' : `de ${formatShortDay(from)}`,
    to === undefined ? '' : `até ${formatShortDay(to)}`,
    search.search === undefined ? '' : `“${search.search}”`,
  ].filter((part) => part !== '');
  return freeName(parts.length === 0 ? LIST.order[orderOf(search)] : parts.join(', '), taken);
}
