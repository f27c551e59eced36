import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { announce } from '#ui/base/live-region.tsx';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { SELECTION } from '../../text/selection.ts';
import { useTickedByKey } from '../screen/rows.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ManageCards } from './manage-cards.tsx';
import { ManageEmpty } from './manage-empty.tsx';
import { ManageHeader } from './manage-header.tsx';
import styles from './manage-list.module.css';
import type { ManageSearch } from './manage-search.ts';
import { ManageTable } from './manage-table.tsx';
import { ManageToolbar } from './manage-toolbar.tsx';
import { hasBulkActs, isUnlocked, type ManagedRow, type RowGroup } from './managed-row.ts';
import { countInk, searchRows } from './search-rows.ts';
import type { RowsProps } from './rows-props.ts';
import { useRowAsking } from './use-row-asking.tsx';
import { useSelection } from './use-selection.ts';

export type ManageListProps<Row extends ManagedRow> = Pick<
  RowsProps<Row>,
  'acts' | 'words' | 'columns' | 'leadOf' | 'detailOf' | 'linesOf'
> & {
  readonly search: ManageSearch;
  readonly onSearch: (search: ManageSearch) => void;
  /** Every row of the collection that this person manages; undefined while they are being read. */
  readonly rows: readonly Row[] | undefined;
  readonly textOf: (row: Row) => string;
  /** The address of the form that makes a row; undefined without the permission. */
  readonly createHref: string | undefined;
  /** Further filters of the screen, and whether a row passes them. */
  readonly filters?: ReactNode;
  readonly passes?: ((row: Row) => boolean) | undefined;
  readonly isFiltered?: boolean | undefined;
  readonly onClearFilters?: (() => void) | undefined;
  /** Divides the shown rows; without it they stand in one group without a heading. */
  readonly groupsOf?: ((rows: readonly Row[]) => readonly RowGroup<Row>[]) | undefined;
  /** Draws the rows in place of table and cards. */
  readonly draw?: ((props: RowsProps<Row>) => ReactNode) | undefined;
  /** Puts the list into tabs, which stand between the header and the search. */
  readonly tabsAround?: ((list: ReactNode) => ReactNode) | undefined;
};

const everyRow = () => true;

/** A management list: header, search, rows to tick, switch, edit and delete, and the bar for the ticked rows. */
export function ManageList<Row extends ManagedRow>(props: ManageListProps<Row>) {
  const { words, search, onSearch, rows, textOf, acts, passes = everyRow, isFiltered = false, createHref } = props;
  const shown = useMemo(
    () => (rows === undefined ? NONE : searchRows(rows, { search, textOf }).filter(passes)),
    [rows, search, textOf, passes],
  );
  const groups = useMemo(() => groupsOf(props.groupsOf, shown as readonly Row[]), [props.groupsOf, shown]);
  useFoundAnnouncement(rows === undefined ? undefined : words.count(shown.length, countInk(shown).active));
  const isSearch = search.busca !== undefined || search.situacao !== undefined || isFiltered;
  const clear = () => {
    onSearch({});
    props.onClearFilters?.();
  };
  const list = (
    <>
      <ManageToolbar words={words} search={search} onSearch={onSearch} filters={props.filters} />
      {rows === undefined ? (
        <SkeletonRows label={words.loading} count={6} />
      ) : shown.length === 0 ? (
        <ManageEmpty words={words} isSearch={isSearch && rows.length > 0} createHref={createHref} onClear={clear} />
      ) : (
        <Rows {...props} shown={shown as readonly Row[]} groups={groups} acts={acts} />
      )}
    </>
  );
  return (
    <div className={styles.screen}>
      <ManageHeader words={words} rows={rows} createHref={createHref} />
      {props.tabsAround === undefined ? list : props.tabsAround(list)}
    </div>
  );
}

const NONE: readonly never[] = [];
const noTicks = () => undefined;

function groupsOf<Row extends ManagedRow>(
  divide: ((rows: readonly Row[]) => readonly RowGroup<Row>[]) | undefined,
  rows: readonly Row[],
): readonly RowGroup<Row>[] {
  return divide === undefined ? [{ id: 'all', label: '', rows }] : divide(rows);
}

function Rows<Row extends ManagedRow>(
  props: ManageListProps<Row> & { shown: readonly Row[]; groups: readonly RowGroup<Row>[] },
) {
  const { groups, acts, words, columns, leadOf, detailOf, linesOf, draw } = props;
  const kind = useLayoutKind();
  const ordered = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  // A row that nothing may be done to, such as the own account, would take "all" away from the others.
  const { locksOf } = acts;
  const goesAlong = useCallback((row: Row) => locksOf === undefined || isUnlocked(locksOf(row)), [locksOf]);
  const selection = useSelection(ordered, goesAlong);
  useTickedByKey(hasBulkActs(acts) ? selection.toggle : noTicks);
  const { asking, dialogs } = useRowAsking({ acts, words, onDone: selection.clear });
  const drawn: RowsProps<Row> = { groups, selection, acts, asking, words, columns, leadOf, detailOf, linesOf };
  return (
    <div className={styles.body} aria-label={SELECTION.select}>
      {draw !== undefined ? draw(drawn) : kind === 'desktop' ? <ManageTable {...drawn} /> : <ManageCards {...drawn} />}
      <BulkBar selection={selection} acts={acts} asking={asking} />
      {dialogs}
    </div>
  );
}

/** Announces how many rows a search or a filter found, but not at first. */
function useFoundAnnouncement(found: string | undefined): void {
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (found === undefined) return;
    if (last.current !== undefined && last.current !== found) announce(found);
    last.current = found;
  }, [found]);
}
