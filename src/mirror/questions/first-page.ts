// The list as a start shows it, without a choice: answered from a stored page when that is as of the note of changes, so that the
// first rows wait for no index (S108). Read once the index is in memory, it would gain nothing.

import type { CalendarDay } from '#domain/dates.ts';
import type { PromiseExtended } from 'dexie';
import { isCurrent, PER_PAGE } from '../store/first-page-format.ts';
import type { Changes, FirstPageOf, StoredFirstPage } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { countDueDays } from './due-order.ts';
import { listedDocumentOf, type Asker } from './listed-document.ts';
import type { DocumentFilters, DocumentListing } from './listing.ts';

type Asked = { readonly filters: DocumentFilters; readonly person: Asker; readonly today: CalendarDay };

/** The stored answer to this question; undefined when there is none, or when anything has changed since. */
export function storedAnswer(mirror: Mirror, asked: Asked): PromiseExtended<DocumentListing | undefined> {
  return mirror.meta.bulkGet(['documentChanges', 'firstPage']).then(([note, row]) => {
    const stored = row?.value as StoredFirstPage | undefined;
    return isCurrent(stored, note?.value as Changes | undefined) ? answerOf(stored, asked) : undefined;
  });
}

function isSamePerson(one: FirstPageOf, other: FirstPageOf): boolean {
  return one.userId === other.userId && one.superAdmin === other.superAdmin && one.acronym === other.acronym;
}

/** What the stored page answers on a day; undefined for another question, or for another person. */
export function answerOf(stored: StoredFirstPage, { filters, person, today }: Asked): DocumentListing | undefined {
  const { asker, kept, pages } = stored;
  const page =
    isSamePerson(asker, person) && isPlain(filters) ? pages.find(({ scope }) => scope === filters.scope) : undefined;
  if (page === undefined) return undefined;
  const due = countDueDays(page.days, today);
  const [mine = 0, others = 0] = pages.map(({ total }) => total);
  return {
    rows: page.rows.map((row) => listedDocumentOf(row, { person, today })),
    total: page.total,
    page: 1,
    pages: Math.max(1, Math.ceil(page.total / PER_PAGE)),
    perPage: PER_PAGE,
    kept,
    due,
    groups: due,
    ...(person.superAdmin ? { counts: { mine, others } } : {}),
  };
}

/** Whether it is the list as the menu opens it: the newest documents, under any tab. */
export function isPlain({ scope: _scope, order, page, search = '', ...choices }: DocumentFilters): boolean {
  const isChosen = Object.values(choices).some((choice) => choice !== undefined && choice !== false);
  return order === 'desc' && page === 1 && search === '' && !isChosen;
}
