import { lazyPart } from '#ui/base/lazy-part.tsx';
import { Pagination } from '#ui/actions/pagination.tsx';
import { useRouter } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useRowActs } from '../../acts/listing/use-row-acts.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useTableFits } from '../../shared/document/use-table-fits.ts';
import { useSelection } from '../../shared/manage/use-selection.ts';
import { useFocusOfGoneRow, useTickedByKey } from '../../shared/screen/rows.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DocumentCards } from './document-cards.tsx';
import { DocumentsTable } from './documents-table.tsx';
import { ExceptionsTable } from './exceptions-table.tsx';
import { ListEmpty } from './list-empty.tsx';
import { useOlder } from './use-older.ts';
import { groupsOf } from './list-groups.ts';
import { inOrder, isByDeadline } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import styles from './list-screen.module.css';
import type { ShownListing } from './use-listing.ts';

const OlderDocuments = lazyPart(async () => (await import('../../acts/listing/older-documents.tsx')).OlderDocuments);

/**
 * The rows of one page, with the actions for one row and those for the ticked rows. A dialog of a row stays open when the
 * row leaves the list. While another question is asked, everything here stays as it was and is not drawn again. `onChange` gets what
 * is to be made of the address as it is by then.
 */
export const ListBody = memo(function ListBody(props: {
  listing: ShownListing;
  exceptionsOnly: boolean;
  onChange: (change: (search: ListSearch) => ListSearch) => void;
}) {
  const { listing, exceptionsOnly, onChange } = props;
  const { search } = listing;
  const hasTable = useTableFits();
  const { today } = useProfile();
  const router = useRouter();
  const selection = useSelection(listing.rows);
  useTickedByKey(selection.toggle);
  useFocusOfGoneRow(useMemo(() => listing.rows.map((row) => row.key), [listing.rows]));
  const { acts, transferMany, dialogs } = useRowActs({ onTransferred: selection.untick });

  const older = useOlder(search, { exceptionsOnly, scope: listing.scope, counts: listing.counts });
  const groups = isByDeadline(search) ? groupsOf(listing.rows, { counts: listing.groups, today }) : null;
  const rows = { rows: listing.rows, groups, selection, acts };
  const table = exceptionsOnly ? (
    <ExceptionsTable {...rows} />
  ) : (
    <DocumentsTable {...rows} search={search} onOrder={(order) => onChange((now) => inOrder(now, order))} />
  );
  return (
    <div className={styles.body}>
      {listing.rows.length === 0 ? (
        <ListEmpty
          search={search}
          exceptionsOnly={exceptionsOnly}
          kept={listing.kept}
          hasOlder={older !== null}
          onChange={onChange}
        />
      ) : hasTable ? (
        table
      ) : (
        <DocumentCards {...rows} exceptionsOnly={exceptionsOnly} />
      )}
      {listing.pages > 1 ? (
        <div className={styles.pages}>
          <Pagination
            page={listing.page}
            pageCount={listing.pages}
            hrefOf={(page) => router.buildLocation({ to: '.', search: { ...search, page } }).href}
          />
        </div>
      ) : null}
      {older === null ? null : <OlderDocuments {...older} />}
      <BulkBar selection={selection} onScreen={listing.rows.length} onTransfer={transferMany} />
      {dialogs}
    </div>
  );
});
