import { COLUMN_WORDS } from '#contract/report-words.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { LIST } from '../../text/lists/list.ts';
import { STATUS_LABEL } from '../../text/words/document.ts';
import { formatDay, formatShortDay, fullName } from '../../text/words/format.ts';
import { FIGURE_PARTS } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';

/** The names for the ids in the address; empty while they are read. */
export type FilterNames = {
  readonly organization: string;
  readonly responsible: string;
  readonly subject: string;
  /** The name of the sector that the counted documents have left. */
  readonly left: string;
};

export function useFilterNames(search: ListSearch): FilterNames {
  const { mirror } = useProfile();
  const { organization_id, responsible_id, document_subject_id, figure_organization_id } = search;
  const names = useLiveQuery(async () => {
    const organization = organization_id === undefined ? undefined : await mirror.organizations.get(organization_id);
    const responsible = responsible_id === undefined ? undefined : await mirror.users.get(responsible_id);
    const subject =
      document_subject_id === undefined ? undefined : await mirror.document_subjects.get(document_subject_id);
    const left =
      figure_organization_id === undefined ? undefined : await mirror.organizations.get(figure_organization_id);
    return {
      left: left?.acronym ?? '',
      organization: organization?.acronym ?? '',
      responsible: responsible === undefined ? '' : fullName(responsible),
      subject: subject?.name ?? '',
    };
  }, [mirror, organization_id, responsible_id, document_subject_id, figure_organization_id]);
  return names ?? { organization: '', responsible: '', subject: '', left: '' };
}

type Chip = { readonly text: string; readonly drop: readonly (keyof ListSearch)[] };

/** A number of a report as words: `Saíram do setor SEMOB, de 01/11 até 19/11`. */
function figureText({ figure, figure_from: from = '', figure_to: to = '' }: ListSearch, { left }: FilterNames): string {
  const title = figure === undefined ? '' : COLUMN_WORDS[figure].title;
  return `${[title, left].filter(Boolean).join(' ')}, de ${formatDay(from)} até ${formatDay(to)}`;
}

/** The filters in force: for each its words, and the keys of the address that removing it drops. */
export function chipsOf(search: ListSearch, names: FilterNames & { isShort: boolean }): Chip[] {
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
  if (search.figure !== undefined) {
    chips.push({ text: figureText(search, names), drop: FIGURE_PARTS });
  }
  if (search.created_by_me === true) chips.push({ text: LIST.createdByMe, drop: ['created_by_me'] });
  return chips;
}
