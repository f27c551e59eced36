import type { DocumentOrder } from '#mirror/questions/list-documents.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { RegisterRow, RegisterGroup } from '#ui/document-look/register.tsx';
import { spineClass } from '#ui/document-look/spine.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { spineOf } from '../../shared/document/document-marks.ts';
import { DocumentsRegister } from '../../shared/document/documents-register.tsx';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { selectId } from '../../shared/manage/selection-bar.tsx';
import type { Selection } from '../../shared/manage/use-selection.ts';
import { allOnPageText, SELECTION } from '../../text/lists/list.ts';
import { type RowActs, RowTools } from '../../acts/listing/row-menu.tsx';
import { DueCell, ResponsibleCell, TicketCell, TitleCell } from '../../shared/document/document-cells.tsx';
import styles from './documents-table.module.css';
import type { ListGroup } from './list-groups.ts';
import { orderOf } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import { classNames } from '#ui/base/class-names.ts';

export type RowsProps = {
  rows: readonly ListedDocument[];
  /** The rows in groups by deadline, when the list is in that order; null in other orders. */
  groups: readonly ListGroup[] | null;
  selection: Selection<ListedDocument>;
  acts: RowActs;
};

/** Props of one row. The functions are stable. */
export type RowProps = {
  readonly document: ListedDocument;
  readonly isSelected: boolean;
  readonly toggle: (key: string) => void;
  readonly acts: RowActs;
};

type OnOrder = (order: DocumentOrder) => void;

const COLUMNS = ['title', 'ticket', 'due', 'person', 'status', 'tools'] as const;

/** The list of documents as a table: a checkbox and six columns. */
export function DocumentsTable(props: RowsProps & { search: ListSearch; onOrder: OnOrder }) {
  const { rows, groups, selection, acts, search, onOrder } = props;
  const { toggle } = selection;
  const order = orderOf(search);
  return (
    <DocumentsRegister
      columns={COLUMNS}
      tick={<SelectAll selection={selection} />}
      due={{
        heading: <DueHeading order={order} onOrder={onOrder} />,
        sort: order === 'due' ? 'ascending' : order === 'due_desc' ? 'descending' : 'none',
      }}
    >
      <GroupedRows rows={rows} groups={groups} columns={COLUMNS.length + 1}>
        {(document) => (
          <ListedRow
            key={document.key}
            document={document}
            isSelected={selection.has(document.key)}
            {...{ acts, toggle }}
          />
        )}
      </GroupedRows>
    </DocumentsRegister>
  );
}

/** Drawn again only when its own document or tick has changed. */
const ListedRow = memo(function ListedRow(props: RowProps) {
  const { document } = props;
  return (
    <DocumentTableRow {...props}>
      <TicketCell document={document} />
      <DueCell document={document} />
      <ResponsibleCell document={document} />
    </DocumentTableRow>
  );
});

/** The column heading that sorts by deadline: nearest first, and reversed at a second press. */
function DueHeading({ order, onOrder }: { order: DocumentOrder; onOrder: OnOrder }) {
  const isSorted = order === 'due' || order === 'due_desc';
  const Arrow = order === 'due_desc' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={`${styles.sort ?? ''} ${isSorted ? (styles.sorted ?? '') : ''}`}
      onClick={() => onOrder(order === 'due' ? 'due_desc' : 'due')}
    >
      <span>Vencimento</span>
      {isSorted ? <Arrow size={16} strokeWidth={2} aria-hidden /> : null}
    </button>
  );
}

/**
 * A row with its tick, title, stamps and tools; `children` are the cells between title and stamps.
 */
export function DocumentTableRow(props: RowProps & { children: ReactNode }) {
  const { document, isSelected, toggle, acts, children } = props;
  return (
    <RegisterRow rowKey={document.key} isPencil={document.pencil.document} isSelected={isSelected}>
      <td className={spineClass(spineOf(document))}>
        <SelectOne document={document} isSelected={isSelected} toggle={toggle} />
      </td>
      <TitleCell document={document} />
      {children}
      <td>
        <DocumentStamps document={document} isStacked />
      </td>
      <td>
        <RowTools document={document} acts={acts} />
      </td>
    </RegisterRow>
  );
}

/**
 * The checkbox that ticks the whole page. `count`: the number of rows, which makes it show words.
 * It is given where there is no column below the checkbox.
 */
export function SelectAll({ selection, count }: { selection: Selection<ListedDocument>; count?: number }) {
  return (
    <Checkbox
      {...(count === undefined ? { 'aria-label': SELECTION.allOnPage } : {})}
      isSelected={selection.isAll}
      isIndeterminate={selection.selected.length > 0 && !selection.isAll}
      onChange={selection.toggleAll}
    >
      {count === undefined ? null : allOnPageText(count)}
    </Checkbox>
  );
}

export function SelectOne({ document, isSelected, toggle }: Omit<RowProps, 'acts'>) {
  return (
    <Checkbox
      id={selectId(document.key)}
      aria-label={`Selecionar ${document.title}`}
      isSelected={isSelected}
      onChange={() => toggle(document.key)}
    />
  );
}

/**
 * The body of a table of documents; in the order of deadlines one body per group, under a heading
 * of its own.
 */
export function GroupedRows(props: {
  rows: readonly ListedDocument[];
  groups: readonly ListGroup[] | null;
  columns: number;
  children: (document: ListedDocument) => ReactNode;
}) {
  const { rows, groups, columns, children } = props;
  if (groups === null) return <tbody>{rows.map(children)}</tbody>;
  return groups.map((group) => (
    <tbody key={group.id}>
      <RegisterGroup className={styles.groupRow}>
        <th
          scope="rowgroup"
          colSpan={columns}
          className={classNames(styles.groupHead, group.id === 'overdue' && styles.overdueGroup)}
        >
          {group.name} <span className={styles.groupCount}>{group.count}</span>
        </th>
      </RegisterGroup>
      {group.rows.map(children)}
    </tbody>
  ));
}
