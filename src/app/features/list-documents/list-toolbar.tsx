import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { lazyPart } from '#ui/base/lazy-part.tsx';
import type { DocumentOrder } from '#mirror/questions/list-documents.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import {
  ArrowLeft,
  Bookmark,
  CalendarArrowDown,
  CalendarDays,
  EllipsisVertical,
  ListChecks,
  Printer,
  Search,
  SlidersHorizontal,
} from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { InTexts } from '../../acts/listing/text-search.tsx';
import { FilterChip, ToggleChip } from '#ui/document-look/chip.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { usePanel } from '../../shared/screen/use-panel.ts';
import {
  CALENDAR,
  DEADLINES,
  filtersText,
  LIST,
  LIST_PAPER,
  openText,
  SELECTION,
  SPAN_NAME,
} from '../../text/lists/list.ts';
import {
  countFilters,
  inOrder,
  isByDue,
  isFiltered,
  orderOf,
  withoutDue,
  withoutFilters,
  isByDeadline,
} from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import { ListSearches } from './list-searches.tsx';
import { ListSheet } from './list-sheet.tsx';
import styles from './list-toolbar.module.css';
import type { ShownListing } from './use-listing.ts';
import { chipsOf, useFilterNames } from './use-filter-names.ts';
import { DUE_SPANS, type DueSpan } from '#domain/deadlines.ts';
import type { DueCounts } from '#mirror/questions/due-order.ts';
import { useShownFirst } from '#ui/base/after-paint.ts';

type ChipsProps = { search: ListSearch; onChange: (search: ListSearch) => void; isShort?: boolean };

/** The filters that are in force, each removable. */
function FilterChips({ search, onChange, isShort = false }: ChipsProps) {
  const names = useFilterNames(search);
  return chipsOf(search, { ...names, isShort }).map((chip) => (
    <FilterChip
      key={chip.text}
      removeLabel={`Remover filtro ${chip.text}`}
      onRemove={() => onChange(dropped(search, chip.drop))}
    >
      {chip.text}
    </FilterChip>
  ));
}

function dropped(search: ListSearch, names: readonly (keyof ListSearch)[]): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.some((one) => one === name)));
}

const FiltersDialog = lazyPart(async () => (await import('./filters-dialog.tsx')).FiltersDialog);
const DatesDialog = lazyPart(async () => (await import('./filters-dialog.tsx')).DatesDialog);
const CalendarDialog = lazyPart(async () => (await import('./calendar-dialog.tsx')).CalendarDialog);

type Props = {
  search: ListSearch;
  /** Whether the status can be chosen; not in the list of exceptions. */
  hasStatus: boolean;
  /** The page on screen; undefined while it is read. */
  listing: ShownListing | undefined;
  onChange: (search: ListSearch) => void;
  /**
   * Like `onChange`, for parts that are not drawn again when the address changes. `change` gets the
   * address as it is at that moment.
   */
  onChangeNow: ChangeNow;
  /** Begins to select rows; the same function each time. */
  onSelect: () => void;
  /** Prints the whole list. It gets the filters in force, in words. */
  onPrint: (filters: readonly string[]) => void;
};

type ChangeNow = (change: (now: ListSearch) => ListSearch) => void;
type Panels = Readonly<Record<'filters' | 'saved' | 'calendar' | 'sheet', ReturnType<typeof usePanel>>>;
type ToolsProps = Omit<Props, 'onPrint'> & { panels: Panels; onPrint: () => void };

/**
 * What stands over a list: search, filters, order and deadlines, and the dialogs that these open.
 */
export function ListToolbar(props: Props) {
  const { search, hasStatus, onChange, onChangeNow, onSelect, onPrint } = props;
  const kind = useLayoutKind();
  const isWide = kind === 'desktop';
  const dates = usePanel('datas');
  const panels = {
    filters: usePanel('filtros'),
    saved: usePanel('buscas'),
    calendar: usePanel('agenda'),
    sheet: usePanel('lista'),
  };
  const { filters, saved, calendar, sheet } = panels;
  const filterNames = useFilterNames(search);
  const inForce = chipsOf(search, { ...filterNames, isShort: true }).map(({ text }) => text);
  const printList = () => onPrint(inForce);
  return (
    <>
      {isWide ? (
        <WideTools {...props} panels={panels} onDates={dates.open} onPrint={printList} />
      ) : (
        <CompactTools {...props} panels={panels} onPrint={printList} />
      )}
      {sheet.isOpen ? (
        <ListSheet
          order={orderOf(search)}
          filters={inForce}
          onOrder={(order) => onChangeNow((now) => inOrder(now, order))}
          onFilters={filters.open}
          onSaved={saved.open}
          onCalendar={calendar.open}
          onPrint={() => {
            sheet.close();
            printList();
          }}
          onSelect={() => {
            sheet.close();
            onSelect();
          }}
          onClose={sheet.close}
        />
      ) : null}
      {calendar.isOpen ? <CalendarDialog onClose={calendar.close} /> : null}
      {saved.isOpen ? <ListSearches search={search} onClose={saved.close} /> : null}
      {dates.isOpen ? <DatesDialog search={search} onApply={onChange} onClose={dates.close} /> : null}
      {filters.isOpen ? (
        <FiltersDialog
          search={search}
          hasStatus={hasStatus}
          hasDates={!isWide}
          onApply={onChange}
          onClose={filters.close}
        />
      ) : null}
    </>
  );
}

/** The toolbar of a wide screen: everything has its words. */
function WideTools(props: ToolsProps & { onDates: () => void }) {
  const { search, listing, onChange, onChangeNow, panels, onDates, onPrint } = props;
  const { filters, saved, calendar } = panels;
  const count = countFilters(search);
  return (
    <div className={styles.toolbar}>
      <search className={styles.search} id="busca">
        <WordsField key={search.search} words={search.search ?? ''} onChange={onChangeNow} />
      </search>
      <Button icon={CalendarDays} size="md" onPress={onDates}>
        {LIST.dates}
      </Button>
      <Button icon={SlidersHorizontal} size="md" onPress={filters.open}>
        {count === 0 ? LIST.filters : `${LIST.filters} (${count})`}
      </Button>
      <FilterChips search={search} onChange={onChange} />
      {isFiltered(withoutDue(search)) ? <ClearFilters search={search} onChange={onChange} /> : null}
      <div className={styles.order}>
        <OrderSelect order={orderOf(search)} onChange={onChangeNow} />
      </div>
      <div className={styles.dueLine}>
        <DueChips search={search} counts={listing?.due} onChange={onChange} />
        <div className={styles.dueTools}>
          {isByDue(search) ? (
            <Button variant="quiet" onPress={() => onChange(withoutDue(search))}>
              {DEADLINES.clear}
            </Button>
          ) : null}
          <Button variant="quiet" size="sm" icon={CalendarArrowDown} onPress={calendar.open}>
            {CALENDAR.open}
          </Button>
          <Button variant="quiet" size="sm" icon={Bookmark} onPress={saved.open}>
            {LIST.saved}
          </Button>
          <Button variant="quiet" size="sm" icon={Printer} onPress={onPrint}>
            {LIST_PAPER.print}
          </Button>
          {isByDue(search) && listing !== undefined ? (
            <span className={styles.total}>{openText(listing.total)}</span>
          ) : null}
        </div>
      </div>
    </div>
  );
}

/**
 * The tools of phones and tablets in one row: an icon opens the search, the chips scroll, and one
 * button holds the rest. A tablet also has room for words on filters and order.
 */
function CompactTools({ search, listing, onChange, onChangeNow, onSelect, onPrint, panels }: ToolsProps) {
  const isPhone = useLayoutKind() === 'phone';
  const [isSeeking, setSeeking] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  const { filters, saved, calendar, sheet } = panels;
  const count = countFilters(search) + ((search.from ?? search.to) === undefined ? 0 : 1);
  const isNarrow = isFiltered(search) || isByDue(search);
  const leave = () => {
    setSeeking(false);
    // The search field disappears with the focus in it, so its button gets the focus.
    requestAnimationFrame(() => {
      if (isFocusLost()) opener.current?.querySelector('button')?.focus();
    });
  };
  return (
    <div className={styles.compact} data-seeking={isSeeking}>
      <div ref={opener} id={isSeeking ? undefined : 'busca'}>
        <IconButton
          icon={Search}
          variant="secondary"
          label={LIST.search}
          aria-expanded={isSeeking}
          onPress={() => setSeeking(true)}
        />
      </div>
      {isSeeking ? (
        <search
          id="busca"
          className={styles.seek}
          onBlurCapture={({ currentTarget, relatedTarget }) => {
            // The search closes when the focus moves elsewhere on the page. A null `relatedTarget`
            // means that the whole window lost the focus, which keeps it open.
            if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setSeeking(false);
          }}
          onKeyDownCapture={({ key, target }) => {
            // The first Escape clears the field; an Escape in the empty field closes it.
            if (key === 'Escape' && !(target instanceof HTMLInputElement && target.value !== '')) leave();
          }}
        >
          <IconButton icon={ArrowLeft} label={LIST.back} onPress={leave} />
          <div className={styles.seekField}>
            <WordsField words={search.search ?? ''} onChange={onChangeNow} onSought={leave} />
          </div>
        </search>
      ) : null}
      <div className={styles.scroll}>
        <FilterChips search={search} onChange={onChange} isShort />
        <DueChips search={search} counts={listing?.due} onChange={onChange} />
        {isNarrow ? <ClearFilters search={search} onChange={onChange} /> : null}
      </div>
      {isPhone ? (
        <span className={styles.view}>
          <IconButton
            icon={SlidersHorizontal}
            variant="secondary"
            label={LIST.view}
            id={LIST_VIEW_ID}
            dotLabel={count === 0 ? undefined : filtersText(count)}
            onPress={sheet.open}
          />
        </span>
      ) : (
        <>
          <Button icon={SlidersHorizontal} onPress={filters.open}>
            {count === 0 ? LIST.filters : `${LIST.filters} (${count})`}
          </Button>
          <OrderSelect order={orderOf(search)} onChange={onChangeNow} isShort />
          <span className={styles.view}>
            <Menu
              label={LIST.more}
              trigger={<IconButton icon={EllipsisVertical} variant="secondary" label={LIST.more} id={LIST_VIEW_ID} />}
              items={[
                { id: 'buscas', text: LIST.saved, icon: Bookmark, onAction: saved.open },
                { id: 'agenda', text: CALENDAR.open, icon: CalendarArrowDown, onAction: calendar.open },
                { id: 'imprimir', text: LIST_PAPER.print, icon: Printer, onAction: onPrint },
                { id: 'selecionar', text: SELECTION.select, icon: ListChecks, onAction: onSelect },
              ]}
            />
          </span>
        </>
      )}
    </div>
  );
}

/** Id of the button with which selecting begins. It gets the focus back when selecting ends. */
export const LIST_VIEW_ID = 'ver-a-lista';

function ClearFilters({ search, onChange }: { search: ListSearch; onChange: (search: ListSearch) => void }) {
  return (
    <Button variant="quiet" onPress={() => onChange(withoutFilters(search))}>
      {LIST.clearAll}
    </Button>
  );
}

type FieldProps = { words: string; onChange: ChangeNow; onSought?: () => void };

/**
 * The search field of a list. With `onSought` it was just opened: it takes the focus, and calls
 * `onSought` after a search.
 */
const WordsField = memo(function WordsField({ words, onChange, onSought }: FieldProps) {
  const [text, setText] = useState(words);
  const apply = (typed: string) => {
    const trimmed = typed.trim();
    onChange(({ search: _old, ...rest }) => (trimmed === '' ? rest : { ...rest, search: trimmed }));
  };
  const typed = text.trim();
  return (
    <>
      <SearchField
        label={LIST.search}
        placeholder={LIST.searchPlaceholder}
        value={text}
        onChange={setText}
        onSubmit={(typed) => {
          apply(typed);
          onSought?.();
        }}
        onClear={() => apply('')}
        autoFocus={onSought !== undefined}
      />
      {typed === words ? null : (
        <div className={styles.inTexts}>
          <InTexts words={typed} />
        </div>
      )}
    </>
  );
});

const ORDERS = ['desc', 'asc', 'due', 'due_desc'] as const;

type OrderProps = { order: DocumentOrder; onChange: ChangeNow; isShort?: boolean };

const OrderSelect = memo(function OrderSelect({ order, onChange, isShort = false }: OrderProps) {
  return (
    <Select
      label={LIST.orderLabel}
      appearance={isShort ? 'toolbar' : 'quiet'}
      prefix={isShort ? undefined : LIST.orderLabel}
      value={order}
      options={ORDERS.map((one) => ({ id: one, text: (isShort ? LIST.orderShort : LIST.order)[one] }))}
      onChange={(chosen) => {
        const next = ORDERS.find((one) => one === chosen);
        if (next !== undefined) onChange((now) => inOrder(now, next));
      }}
    />
  );
});

/**
 * The chips of deadlines. A longer span contains the shorter ones, so choosing one releases the
 * others; `Atrasados` adds to them. The first choice puts the list in the order of deadlines, which
 * the person may change afterwards. A pressed chip looks chosen before the list has been read.
 */
function DueChips(props: {
  search: ListSearch;
  counts: DueCounts | undefined;
  onChange: (search: ListSearch) => void;
}) {
  const { counts } = props;
  const [search, onChange] = useShownFirst(props.search, props.onChange);
  const choose = (next: ListSearch) => {
    const isFirst = !isByDue(search) && isByDue(next) && !isByDeadline(search);
    onChange(isFirst ? inOrder(next, 'due') : next);
  };
  const setSpan = (span: DueSpan, isOn: boolean) => {
    const { due: _due, ...rest } = search;
    choose(isOn ? { ...rest, due: span } : rest);
  };
  const setOverdue = (isOn: boolean) => {
    const { overdue: _overdue, ...rest } = search;
    choose(isOn ? { ...rest, overdue: true } : rest);
  };
  return (
    <div role="group" aria-labelledby="prazo" className={styles.chips}>
      <span id="prazo" className={styles.label}>
        {DEADLINES.label}
      </span>
      <ToggleChip isSelected={search.overdue === true} onChange={setOverdue} count={counts?.overdue} isUrgent>
        {DEADLINES.overdue}
      </ToggleChip>
      {DUE_SPANS.map((span) => (
        <ToggleChip
          key={span}
          isSelected={search.due === span}
          onChange={(isOn) => setSpan(span, isOn)}
          count={countWithin(span, counts)}
        >
          {SPAN_NAME[span]}
        </ToggleChip>
      ))}
    </div>
  );
}

function countWithin(span: DueSpan, counts: DueCounts | undefined): number | undefined {
  if (counts === undefined) return undefined;
  return DUE_SPANS.slice(0, DUE_SPANS.indexOf(span) + 1).reduce((sum, one) => sum + counts[one], 0);
}
