import { Button } from '#ui/actions/button.tsx';
import { FilterChip } from '#ui/document-look/chip.tsx';
import { formatDay, formatShortDay } from '../../text/format.ts';
import { LIST } from '../../text/list.ts';
import { STATUS_LABEL } from '../../text/status-labels.ts';
import { isFiltered, withoutDue, withoutFilters } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import { type FilterNames, useFilterNames } from './use-filter-names.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';

type Chip = { readonly text: string; readonly drop: readonly (keyof ListSearch)[] };

/** The filters that are in force, each removable, and `Limpar` for all of them. */
export function FilterChips({ search, onChange }: { search: ListSearch; onChange: (search: ListSearch) => void }) {
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
