import { lazyPart } from '#ui/base/lazy-part.tsx';
import type { DocumentOrder } from '#mirror/questions/list-documents.ts';
import { Button } from '#ui/actions/button.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Bookmark, CalendarArrowDown, CalendarDays, SlidersHorizontal } from 'lucide-react';
import { memo, useState } from 'react';
import { FilterChip } from '#ui/document-look/chip.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { usePanel } from '../../shared/screen/use-panel.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { formatDay, formatShortDay, formatTime } from '../../text/words/format.ts';
import { CALENDAR, foundHereText, LIST } from '../../text/lists/list.ts';
import { STATUS_LABEL } from '../../text/words/document.ts';
import { DueChips } from './due-chips.tsx';
import { countFilters, inOrder, isFiltered, orderOf, withoutDue, withoutFilters } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import styles from './list-screen.module.css';
import type { ShownListing } from './use-listing.ts';
import { type FilterNames, useFilterNames } from './use-filter-names.ts';

type Chip = { readonly text: string; readonly drop: readonly (keyof ListSearch)[] };

/** The filters that are in force, each removable, and `Limpar` for all of them. */
function FilterChips({ search, onChange }: { search: ListSearch; onChange: (search: ListSearch) => void }) {
  const kind = useLayoutKind();
  const names = useFilterNames(search);
  const chips = chipsOf(search, { ...names, isShort: kind === 'phone' });
  if (!isFiltered(withoutDue(search))) return null;
  return (
    <>
      {chips.map((chip) => (
        <FilterChip
          key={chip.text}
          removeLabel={`Remover filtro ${chip.text}`}
          onRemove={() => onChange(dropped(search, chip.drop))}
        >
          {chip.text}
        </FilterChip>
      ))}
      <Button variant="quiet" onPress={() => onChange(withoutFilters(search))}>
        {LIST.clear}
      </Button>
    </>
  );
}

function dropped(search: ListSearch, names: readonly (keyof ListSearch)[]): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.some((one) => one === name)));
}

function chipsOf(search: ListSearch, names: FilterNames & { isShort: boolean }): Chip[] {
  const day = names.isShort ? formatShortDay : formatDay;
  const chips: Chip[] = [];
  if (search.search !== undefined) chips.push({ text: `Busca: ${search.search}`, drop: ['search'] });
  const from = search.from === undefined ? '' : `De ${day(search.from)}`;
  const to = search.to === undefined ? '' : `até ${day(search.to)}`;
  const dates = [from, to].filter((part) => part !== '').join(' ');
  if (dates !== '') chips.push({ text: dates.replace(/^até/, 'Até'), drop: ['from', 'to'] });
  if (search.status !== undefined && search.status !== 'sent') {
    chips.push({ text: `${LIST.status}: ${STATUS_LABEL[search.status]}`, drop: ['status'] });
  }
  if (search.organization_id !== undefined) {
    chips.push({ text: `${LIST.organization}: ${names.organization}`, drop: ['organization_id'] });
  }
  if (search.responsible_id !== undefined) {
    chips.push({ text: `${LIST.responsible}: ${names.responsible}`, drop: ['responsible_id'] });
  }
  if (search.document_subject_id !== undefined) {
    chips.push({ text: `${LIST.subject}: ${names.subject}`, drop: ['document_subject_id'] });
  }
  if (search.created_by_me === true) chips.push({ text: LIST.createdByMe, drop: ['created_by_me'] });
  return chips;
}

const FiltersDialog = lazyPart(async () => (await import('./filters-dialog.tsx')).FiltersDialog);
const CalendarDialog = lazyPart(async () => (await import('./calendar-dialog.tsx')).CalendarDialog);
const ListSearches = lazyPart(async () => (await import('./list-searches.tsx')).ListSearches);
const DatesDialog = lazyPart(async () => (await import('./dates-dialog.tsx')).DatesDialog);

type Props = {
  search: ListSearch;
  /** Whether the status can be chosen; not in the list of exceptions. */
  hasStatus: boolean;
  /** The page on screen; undefined while it is read. */
  listing: ShownListing | undefined;
  /** Whether its numbers count a part of what there is (S110). */
  isPartial: boolean;
  onChange: (search: ListSearch) => void;
  /**
   * Like `onChange`, for parts that are not drawn again with each address: `change` gets the
   * address of that moment.
   */
  onChangeNow: ChangeNow;
};

type ChangeNow = (change: (now: ListSearch) => ListSearch) => void;

/**
 * The toolbar of a list: search, dates, filters and order, with the filters in force and the
 * deadlines as chips.
 */
export function ListToolbar({ search, listing, isPartial, hasStatus, onChange, onChangeNow }: Props) {
  const kind = useLayoutKind();
  const dates = usePanel('datas');
  const filters = usePanel('filtros');
  const calendar = usePanel('agenda');
  const saved = usePanel('buscas');
  const isPhone = kind === 'phone';
  const count = countFilters(search) + (isPhone && (search.from ?? search.to) !== undefined ? 1 : 0);
  const dueChips = (
    <DueChips search={search} counts={listing?.due} total={listing?.total} onChange={onChange}>
      <Button variant="quiet" size="sm" icon={CalendarArrowDown} onPress={calendar.open}>
        {CALENDAR.open}
      </Button>
      {isPhone ? null : (
        <Button variant="quiet" size="sm" icon={Bookmark} onPress={saved.open}>
          {LIST.saved}
        </Button>
      )}
    </DueChips>
  );
  return (
    <div className={styles.toolbar}>
      <ListSearchField key={search.search} words={search.search ?? ''} onChange={onChangeNow} />
      {isPhone ? (
        dueChips
      ) : (
        <Button icon={CalendarDays} size="md" onPress={dates.open}>
          {LIST.dates}
        </Button>
      )}
      <Button icon={SlidersHorizontal} size="md" onPress={filters.open}>
        {count === 0 ? LIST.filters : `${LIST.filters} (${count})`}
      </Button>
      {isPhone ? null : <FilterChips search={search} onChange={onChange} />}
      <div className={styles.order}>
        <OrderSelect order={orderOf(search)} onChange={onChangeNow} isShort={isPhone} />
      </div>
      {isPhone ? (
        <div className={styles.phoneLine}>
          <FilterChips search={search} onChange={onChange} />
          <PhoneFreshness isSearch={search.search !== undefined} isPartial={isPartial} />
        </div>
      ) : (
        dueChips
      )}
      {calendar.isOpen ? <CalendarDialog onClose={calendar.close} /> : null}
      {saved.isOpen ? <ListSearches search={search} onClose={saved.close} /> : null}
      {dates.isOpen ? <DatesDialog search={search} onApply={onChange} onClose={dates.close} /> : null}
      {filters.isOpen ? (
        <FiltersDialog
          search={search}
          hasStatus={hasStatus}
          hasDates={isPhone}
          onSaved={isPhone ? saved.open : undefined}
          onApply={onChange}
          onClose={filters.close}
        />
      ) : null}
    </div>
  );
}

const ListSearchField = memo(function ListSearchField({ words, onChange }: { words: string; onChange: ChangeNow }) {
  const [text, setText] = useState(words);
  const apply = (typed: string) => {
    const trimmed = typed.trim();
    onChange(({ search: _old, ...rest }) => (trimmed === '' ? rest : { ...rest, search: trimmed }));
  };
  return (
    <search className={styles.search} id="busca">
      <SearchField
        label={LIST.search}
        placeholder={LIST.searchPlaceholder}
        value={text}
        onChange={setText}
        onSubmit={apply}
        onClear={() => apply('')}
      />
    </search>
  );
});

const ORDERS = ['desc', 'asc', 'due', 'due_desc'] as const;

type OrderProps = { order: DocumentOrder; onChange: ChangeNow; isShort: boolean };

const OrderSelect = memo(function OrderSelect({ order, onChange, isShort }: OrderProps) {
  const text = (words: string) => (isShort ? words : `${LIST.orderLabel}: ${words}`);
  return (
    <Select
      label={LIST.orderLabel}
      appearance={isShort ? 'toolbar' : 'quiet'}
      value={order}
      options={ORDERS.map((one) => ({ id: one, text: text(LIST.order[one]) }))}
      onChange={(chosen) => {
        const next = ORDERS.find((one) => one === chosen);
        if (next !== undefined) onChange((now) => inOrder(now, next));
      }}
    />
  );
});

/**
 * `Dados de 13:58`, after the chips, and what the numbers count where that is a part; of a search
 * without a connection, that its results are this device's (rule F10).
 */
function PhoneFreshness({ isSearch, isPartial }: { isSearch: boolean; isPartial: boolean }) {
  const { zone } = useProfile();
  const sync = useSyncState();
  const refreshedAtMs = sync.summary.refreshedAtMs;
  if (refreshedAtMs === null) return null;
  const time = formatTime(refreshedAtMs, zone);
  const ofData = isPartial ? `Dados de ${time} · ${LIST.numbersHere}` : `Dados de ${time}`;
  const text = isSearch && sync.connection.isOffline ? foundHereText(time) : ofData;
  return <span className={styles.phoneFresh}>{text}</span>;
}
