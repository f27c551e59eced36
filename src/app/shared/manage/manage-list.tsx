import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { CircleCheck, CircleSlash, CloudOff, Inbox, Plus, SearchX, Trash2, FileUp } from 'lucide-react';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { SELECTION } from '../../text/lists/list.ts';
import { useTickedByKey } from '../screen/rows.ts';
import { MANAGE, selectAllText, FORM } from '../../text/manage/manage.ts';
import { useSyncState } from '../connection/use-sync-state.ts';
import { useProfile } from '../../profile/profile.tsx';
import { freshnessText } from '../../text/words/moments.ts';
import { ScreenHeader } from '../screen/screen-header.tsx';
import { ManageCards, ManageTable, type RowsProps } from './manage-rows.tsx';
import styles from './manage-list.module.css';
import type { ManageSearch } from './manage-search.ts';
import {
  hasBulkActs,
  isUnlocked,
  type ManagedRow,
  type ManageWords,
  type RowActs,
  type RowGroup,
  UNLOCKED,
} from './managed-row.ts';
import { countInk, lockOn, searchRows } from './search-rows.ts';
import { type RowAsking, useRowAsking } from './use-row-asking.tsx';
import { type Selection, useSelection } from './use-selection.ts';
import { OutlinedActs, SelectionBar } from './selection-bar.tsx';

const BOTH = 'todos';

/** Search and filters of a management list. */
function ManageToolbar(props: {
  words: ManageWords;
  search: ManageSearch;
  onSearch: (search: ManageSearch) => void;
  filters?: ReactNode;
}) {
  const { words, search, onSearch, filters } = props;
  return (
    <div className={styles.toolbar}>
      <WordsField key={search.busca} words={words} search={search} onSearch={onSearch} />
      <div className={styles.filters}>
        {filters}
        <StatusSelect search={search} onSearch={onSearch} />
      </div>
    </div>
  );
}

type SearchProps = { search: ManageSearch; onSearch: (search: ManageSearch) => void };

/** The search field. It searches on Enter or the magnifier; the X clears it. */
function WordsField({ words, search, onSearch }: SearchProps & { words: ManageWords }) {
  const [text, setText] = useState(search.busca ?? '');
  const apply = (typed: string) => {
    const { busca: _old, ...rest } = search;
    const trimmed = typed.trim();
    onSearch(trimmed === '' ? rest : { ...rest, busca: trimmed });
  };
  return (
    <search className={styles.search} id="busca">
      <SearchField
        label={words.search}
        placeholder={words.placeholder}
        value={text}
        onChange={setText}
        onSubmit={apply}
        onClear={() => apply('')}
      />
    </search>
  );
}

function StatusSelect({ search, onSearch }: SearchProps) {
  return (
    <Select
      label={MANAGE.status}
      appearance="toolbar"
      value={search.situacao ?? BOTH}
      options={[
        { id: BOTH, text: MANAGE.both },
        { id: 'ativos', text: MANAGE.onlyActive },
        { id: 'inativos', text: MANAGE.onlyInactive },
      ]}
      onChange={(id) => {
        const { situacao: _old, ...rest } = search;
        onSearch(id === 'ativos' || id === 'inativos' ? { ...rest, situacao: id } : rest);
      }}
    />
  );
}

/**
 * The header of a management list: the way back, the freshness and number of the rows, and buttons
 * to create and import.
 */
function ManageHeader(props: {
  words: ManageWords;
  rows: readonly ManagedRow[] | undefined;
  createHref: string | undefined;
  importHref: string | undefined;
}) {
  const { words, rows, createHref, importHref } = props;
  return (
    <ScreenHeader
      title={words.title}
      phoneTitle={words.phoneTitle}
      backHref="/admin/home"
      meta={<Meta words={words} rows={rows} />}
      actions={
        <>
          <ImportLink href={importHref} />
          <CreateLink words={words} href={createHref} />
        </>
      }
      phoneActions={<CreateLink words={words} href={createHref} isShort />}
    />
  );
}

/** `isShort` shows only `Criar`, with which the accessible name begins. */
function CreateLink(props: { words: ManageWords; href: string | undefined; isShort?: boolean }) {
  const { words, href, isShort = false } = props;
  if (href === undefined) return null;
  return (
    <LinkButton href={href} variant="primary" icon={Plus} aria-label={words.create}>
      {isShort ? FORM.create : words.create}
    </LinkButton>
  );
}

/**
 * `Atualizado às 14:32 · 27 setores, 26 ativos`. The counts are the server's, without rows and
 * switches in pencil.
 */
function Meta({ words, rows }: { words: ManageWords; rows: readonly ManagedRow[] | undefined }) {
  const { today, zone } = useProfile();
  const { connection, summary } = useSyncState();
  const fresh = freshnessText({ refreshedAtMs: summary.refreshedAtMs, network: connection.network }, { today, zone });
  const ink = rows === undefined ? null : countInk(rows);
  const parts = [fresh, ink === null ? null : words.count(ink.all, ink.active)].filter((part) => part !== null);
  return (
    <>
      {connection.isOffline ? <CloudOff size={14} strokeWidth={1.75} aria-hidden /> : null}
      <span>{parts.join(' · ')}</span>
    </>
  );
}

/** The bar with the acts on all ticked rows. */
function BulkBar<Row extends ManagedRow>(props: {
  selection: Selection<Row>;
  acts: RowActs<Row>;
  asking: RowAsking<Row>;
}) {
  const { selection, acts, asking } = props;
  const { selected } = selection;
  const { locksOf = () => UNLOCKED } = acts;
  const on = lockOn(selected, { act: 'on', locksOf });
  const off = lockOn(selected, { act: 'off', locksOf });
  const remove = lockOn(selected, { act: 'remove', locksOf });
  const reasons = [...new Set([acts.toggle ? on : null, acts.toggle ? off : null, acts.remove ? remove : null])].filter(
    (one) => one !== null,
  );
  return (
    <SelectionBar selection={selection} allText={selectAllText(selection.allCount)}>
      <OutlinedActs>
        {acts.toggle ? (
          <>
            <Button icon={CircleCheck} isDisabled={on !== null} onPress={() => asking.toggle(selected, true)}>
              {MANAGE.onAll}
            </Button>
            <Button icon={CircleSlash} isDisabled={off !== null} onPress={() => asking.toggle(selected, false)}>
              {MANAGE.offAll}
            </Button>
          </>
        ) : null}
        {acts.remove ? (
          <span className={styles.removeAll}>
            <Button icon={Trash2} isDisabled={remove !== null} onPress={() => asking.remove(selected)}>
              {MANAGE.removeAll}
            </Button>
          </span>
        ) : null}
      </OutlinedActs>
      {reasons.map((reason) => (
        <span key={reason} className={styles.reason}>
          {reason}
        </span>
      ))}
    </SelectionBar>
  );
}

/**
 * An empty management list says which of three holds: nothing exists, nothing matches, nothing is
 * on this device (src/ui/look.md, look 7).
 */
function ManageEmpty(props: {
  words: ManageWords;
  isSearch: boolean;
  createHref: string | undefined;
  onClear: () => void;
}) {
  const { words, isSearch, createHref, onClear } = props;
  const sync = useSyncState();
  if (isSearch) {
    return (
      <EmptyState
        icon={SearchX}
        title={words.noMatch}
        action={<Button onPress={onClear}>{MANAGE.clearFilters}</Button>}
      />
    );
  }
  if (sync.summary.refreshedAtMs === null) {
    if (!sync.connection.isOffline) return <SkeletonRows label={words.loading} count={6} />;
    return <EmptyState icon={CloudOff} title={MANAGE.notYet} />;
  }
  return (
    <EmptyState
      icon={Inbox}
      title={words.empty}
      action={
        createHref === undefined ? undefined : (
          <Link href={createHref} tone="action">
            {words.emptyLink}
          </Link>
        )
      }
    >
      {words.emptyNext}
    </EmptyState>
  );
}

type ManageListProps<Row extends ManagedRow> = Pick<
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
  /**
   * The address of the import; undefined for a collection without one, or without the permission.
   */
  readonly importHref?: string | undefined;
  /** Filters of this screen beside the status. `passes`: whether a row passes them. */
  readonly filters?: ReactNode;
  readonly passes?: ((row: Row) => boolean) | undefined;
  readonly isFiltered?: boolean | undefined;
  readonly onClearFilters?: (() => void) | undefined;
  /** Divides the shown rows into groups; without it there is one group without a heading. */
  readonly groupsOf?: ((rows: readonly Row[]) => readonly RowGroup<Row>[]) | undefined;
  /** Draws the rows in place of table and cards. */
  readonly draw?: ((props: RowsProps<Row>) => ReactNode) | undefined;
  /** Wraps search and rows in tabs, below the header. */
  readonly tabsAround?: ((list: ReactNode) => ReactNode) | undefined;
};

const everyRow = () => true;

/**
 * A management list: header, search, rows to tick, switch, edit and delete, and the bar for the
 * ticked rows.
 */
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
      <PhoneImportLink href={props.importHref} />
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
      <ManageHeader words={words} rows={rows} createHref={createHref} importHref={props.importHref} />
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
  // Rows with a lock, such as one's own account, stay out of "select all", because a locked row
  // would disable the acts on all ticked rows.
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

/** Announces how many rows a search or filter leaves, except when the screen opens. */
function useFoundAnnouncement(found: string | undefined): void {
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (found === undefined) return;
    if (last.current !== undefined && last.current !== found) announce(found);
    last.current = found;
  }, [found]);
}

/**
 * The button that leads to the import, beside the one that creates a row. Nothing without the
 * permission.
 */
function ImportLink({ href }: { href: string | undefined }) {
  if (href === undefined) return null;
  return (
    <LinkButton href={href} icon={FileUp}>
      {FORM.import}
    </LinkButton>
  );
}

/**
 * The import button on phones. It stands above the list, because the header has room for one
 * button.
 */
function PhoneImportLink({ href }: { href: string | undefined }) {
  const kind = useLayoutKind();
  if (kind !== 'phone' || href === undefined) return null;
  return (
    <div className={styles.sheet}>
      <ImportLink href={href} />
    </div>
  );
}
