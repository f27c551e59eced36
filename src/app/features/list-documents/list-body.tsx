import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Pagination } from '#ui/actions/pagination.tsx';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { CompleteDialog, type DialogTarget } from '../../acts/document/complete-dialog.tsx';
import { ExtendDialog } from '../../acts/document/extend-dialog.tsx';
import { TransferManyDialog } from '../../acts/document/transfer-many-dialog.tsx';
import { ReopenDialog } from '../../acts/document/reopen-dialog.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useSelection } from '../../shared/manage/use-selection.ts';
import { useTickedByKey } from '../../shared/screen/rows.ts';
import { useMedia } from '../../device/use-media.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DocumentCards } from './document-cards.tsx';
import { DocumentsTable } from './documents-table.tsx';
import { ExceptionsTable } from './exceptions-table.tsx';
import { ListEmpty } from './list-empty.tsx';
import { groupsOf } from './list-groups.ts';
import { isByDeadline, type ListSearch } from './list-search.ts';
import styles from './list-screen.module.css';
import type { RowActs } from './row-menu.tsx';
import type { ShownListing } from './use-listing.ts';

/**
 * The rows of one page, with the actions for one row and those for the ticked rows. A dialog of a row stays open when the
 * row leaves the list.
 */
export function ListBody(props: {
  listing: ShownListing;
  search: ListSearch;
  exceptionsOnly: boolean;
  onChange: (search: ListSearch) => void;
}) {
  const { listing, search, exceptionsOnly, onChange } = props;
  // Beside the columns of fixed width a title needs room for its words.
  const hasTable = useMedia('(min-width: 1200px)');
  const { today } = useProfile();
  const router = useRouter();
  const selection = useSelection(listing.rows);
  useTickedByKey(selection.toggle);
  const [completing, setCompleting] = useState<DialogTarget | null>(null);
  const [reopening, setReopening] = useState<ListedDocument | null>(null);
  const [transferring, setTransferring] = useState<readonly ListedDocument[]>([]);
  const [extending, setExtending] = useState<ListedDocument | null>(null);
  const acts: RowActs = {
    complete: (document) => setCompleting(document),
    reopen: (document) => setReopening(document),
    transfer: (document) => setTransferring([document]),
    extend: (document) => setExtending(document),
  };

  const groups = isByDeadline(search) ? groupsOf(listing.rows, { counts: listing.groups, today }) : null;
  const rows = { rows: listing.rows, groups, selection, acts };
  const table = exceptionsOnly ? (
    <ExceptionsTable {...rows} />
  ) : (
    <DocumentsTable {...rows} search={search} onChange={onChange} />
  );
  return (
    <div className={styles.body}>
      {listing.rows.length === 0 ? (
        <ListEmpty search={search} exceptionsOnly={exceptionsOnly} kept={listing.kept} onChange={onChange} />
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
      <BulkBar selection={selection} onScreen={listing.rows.length} onTransfer={setTransferring} />
      <CompleteDialog target={completing} onClose={() => setCompleting(null)} />
      <ReopenDialog document={reopening} onClose={() => setReopening(null)} />
      {extending === null ? null : <ExtendDialog document={extending} onClose={() => setExtending(null)} />}
      {transferring.length === 0 ? null : (
        <TransferManyDialog
          documents={transferring}
          onClose={(transferred) => {
            setTransferring([]);
            selection.untick(transferred);
          }}
        />
      )}
    </div>
  );
}
