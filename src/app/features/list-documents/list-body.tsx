import { documentStateOf } from '#contract/document-state.ts';
import { blockedByDelay } from '#domain/document-state.ts';
import { OlderDocuments } from '../../acts/listing/older-documents.tsx';
import { Pagination } from '#ui/actions/pagination.tsx';
import { useRouter } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { TOO_MANY_WORDS } from '#contract/too-many-words.ts';
import { hasTooManyWords } from '#domain/search.ts';
import { Button } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { ArrowRightLeft, CalendarCheck, CloudOff, Download, Inbox, Printer, SearchX } from 'lucide-react';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { viewDocument } from '#mirror/questions/view-document.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { InTexts, useInTexts } from '../../acts/listing/text-search.tsx';
import { useRowActs } from '../../acts/listing/use-row-acts.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useTableFits } from '../../shared/document/use-table-fits.ts';
import { type Selection, useSelection } from '../../shared/manage/use-selection.ts';
import { useFocusOfGoneRow, useTickedByKey } from '../../shared/screen/rows.ts';
import { DocumentsRegister } from '../../shared/document/documents-register.tsx';
import { formatMoment } from '../../text/words/format.ts';
import { DEADLINES, LIST, nothingDue, allOnPageText } from '../../text/lists/list.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { NOT_ON_DEVICE } from '../../text/lists/home.ts';
import { usePrint } from '../../acts/print/use-print.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { OutlinedActs, SelectionBar } from '../../shared/manage/selection-bar.tsx';
import { PRINT } from '../../text/document/view-document.ts';
import { LATE, TRANSFER_MANY } from '../../text/document/acts.ts';
import { useListDownload } from '../../acts/listing/use-list-download.ts';
import { DocumentCards } from './document-cards.tsx';
import {
  DocumentsTable,
  GroupedRows,
  DocumentTableRow,
  type RowProps,
  type RowsProps,
  SelectAll,
} from './documents-table.tsx';
import { useOlder } from './older-query.ts';
import { groupsOf } from './list-groups.ts';
import {
  inOrder,
  isByDeadline,
  isByDue,
  isFiltered,
  isOverdueAlone,
  withoutDue,
  withoutFilters,
} from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import styles from './list-screen.module.css';
import type { ShownListing } from './use-listing.ts';
import { useWindows } from './use-windows.ts';

/** The actions for the ticked documents. */
function BulkBar(props: {
  selection: Selection<ListedDocument>;
  onScreen: number;
  onTransfer: (documents: readonly ListedDocument[]) => void;
}) {
  const { selection, onScreen, onTransfer } = props;
  const { mirror, person, today, zone } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const download = useListDownload();
  const { print, isBusy } = usePrint();

  /**
   * Downloads the ticked documents and clears their ticks. Rows that were ticked meanwhile stay
   * ticked.
   */
  async function downloadAll() {
    const { selected } = selection;
    if (!(await download.many(selected))) return;
    announce(LIST.downloaded);
    selection.untick(selected);
  }

  /** A document whose text is not on this device is printed without it, and a message says so. */
  async function printAll() {
    const found = await Promise.all(
      selection.selected.map(({ key }) => viewDocument(mirror, { address: key, person, today, zone })),
    );
    const views = found.filter((view) => view !== null);
    if (views.some((view) => view.details === null && !view.document.pencil.document)) {
      const about = views.map((view) => view.document.key);
      notify({ title: PRINT.incomplete, detail: PRINT.incompleteDetail, about });
    }
    print(views);
  }

  const isLate = (document: ListedDocument) =>
    blockedByDelay(documentStateOf(document), { userId: person.userId, today }).has('transferDocument');
  const transfer = selection.selected.some((document) => document.abilities.transferDocument) ? (
    <Button variant="inverse" icon={ArrowRightLeft} onPress={() => onTransfer(selection.selected)}>
      {TRANSFER_MANY.act}
    </Button>
  ) : selection.selected.some(isLate) ? (
    <p className={styles.late}>{LATE.reopen}</p>
  ) : null;
  return (
    <SelectionBar selection={selection} allText={allOnPageText(onScreen)}>
      {isPhone ? transfer : null}
      <OutlinedActs>
        <Button icon={Printer} isPending={isBusy} onPress={() => void printAll()}>
          {PRINT.print}
        </Button>
        <Button icon={Download} isPending={download.isBusy} onPress={() => void downloadAll()}>
          {LIST.downloadAll}
        </Button>
      </OutlinedActs>
      {isPhone ? null : transfer}
    </SelectionBar>
  );
}

/**
 * The empty list says which of three holds: no document exists, none matches, none is on this
 * device (src/ui/look.md, look 7).
 */
function ListEmpty(props: {
  search: ListSearch;
  exceptionsOnly: boolean;
  kept: number;
  /** Whether the server may have documents that a bounded copy leaves out (S110). */
  hasOlder: boolean;
  onChange: (change: (search: ListSearch) => ListSearch) => void;
}) {
  const { search, exceptionsOnly, kept, hasOlder, onChange } = props;
  const { may } = useProfile();
  const sync = useSyncState();
  const inTexts = useInTexts(search.search ?? '');
  if (kept === 0 && sync.summary.refreshedAtMs === null) {
    if (!sync.connection.isOffline) return <SkeletonRows label={LIST.loading} count={6} />;
    return <EmptyState icon={CloudOff} title={NOT_ON_DEVICE} />;
  }
  const due = { overdue: search.overdue === true || isOverdueAlone(search), due: search.due };
  if ((isByDue(search) && !isFiltered(withoutDue(search))) || isOverdueAlone(search)) {
    return (
      <EmptyState
        icon={CalendarCheck}
        title={nothingDue(due)}
        action={
          <Button onPress={() => onChange(isOverdueAlone(search) ? withoutFilters : withoutDue)}>
            {DEADLINES.all}
          </Button>
        }
      />
    );
  }
  if (isFiltered(search)) {
    const isTooMuch = hasTooManyWords(search.search ?? '');
    const none = hasOlder ? LIST.noMatchHere : LIST.noMatch;
    return (
      <EmptyState
        icon={SearchX}
        title={isTooMuch ? TOO_MANY_WORDS : inTexts > 0 ? LIST.onlyInTexts : none}
        action={<Button onPress={() => onChange(withoutFilters)}>{LIST.clearFilters}</Button>}
      />
    );
  }
  if (exceptionsOnly) {
    return (
      <EmptyState icon={Inbox} title={LIST.noExceptions}>
        {LIST.noExceptionsNext}
      </EmptyState>
    );
  }
  const mayWrite = may('create_documents');
  return (
    <EmptyState
      icon={Inbox}
      title={LIST.empty}
      action={mayWrite ? <Link href="/admin/create-documents">{LIST.emptyLink}</Link> : undefined}
    >
      {LIST.emptyNext[mayWrite ? 'writer' : 'reader']}
    </EmptyState>
  );
}

const COLUMNS = ['title', 'subject', 'window', 'sent', 'reason', 'status', 'tools'] as const;

/**
 * The list of exceptions, with what makes each of them one: submission window, day sent, reason
 * (rule F8).
 */
function ExceptionsTable({ rows, groups, selection, acts }: RowsProps) {
  const windows = useWindows();
  const { toggle } = selection;
  return (
    <DocumentsRegister columns={COLUMNS} tick={<SelectAll selection={selection} />}>
      <GroupedRows rows={rows} groups={groups} columns={COLUMNS.length + 1}>
        {(document) => (
          <ExceptionRow
            key={document.key}
            document={document}
            window={windows?.get(document.subject.id)}
            isSelected={selection.has(document.key)}
            {...{ acts, toggle }}
          />
        )}
      </GroupedRows>
    </DocumentsRegister>
  );
}

/** Drawn again only when its own document or tick has changed. */
const ExceptionRow = memo(function ExceptionRow({ window, ...row }: RowProps & { window: string | undefined }) {
  const { document } = row;
  const { today, zone } = useProfile();
  return (
    <DocumentTableRow {...row}>
      <td>{document.subject.name}</td>
      <td>{window ?? LIST.noWindow}</td>
      <td>{formatMoment(document.created_at, { today, zone })}</td>
      <td>{document.exception_reason ?? LIST.noReason}</td>
    </DocumentTableRow>
  );
});

/**
 * The documents of one page, with the actions for one and those for the ticked ones. A dialog of a
 * document stays open when the document leaves the list. While the next query runs, the last answer
 * stays and is not drawn again. `onChange` gets a function that changes the address as it is at
 * that moment.
 */
export const ListBody = memo(function ListBody(props: {
  listing: ShownListing;
  exceptionsOnly: boolean;
  onChange: (change: (search: ListSearch) => ListSearch) => void;
  /** Whether the person has asked to select cards. */
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
}) {
  const { listing, exceptionsOnly, onChange, isSelecting, onSelecting } = props;
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
        <DocumentCards {...rows} {...{ exceptionsOnly, isSelecting, onSelecting }} />
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
      {search.search === undefined ? null : (
        <p className={styles.inTexts}>
          <InTexts words={search.search} />
        </p>
      )}
      {older === null ? null : <OlderDocuments {...older} />}
      <BulkBar selection={selection} onScreen={listing.rows.length} onTransfer={transferMany} />
      {dialogs}
    </div>
  );
});
