// The list of documents (rules F): one pass over the index in memory, then the ten rows on screen.

import { addDays, type CalendarDay, startOfDay } from '#domain/dates.ts';
import { matchesStatusFilter, statusAt, type StatusFilter } from '#domain/status.ts';
import { type IndexEntry, withDocumentIndex } from '../engine/document-index.ts';
import { isOf } from '../engine/index-table.ts';
import type { Mirror } from '../store/schema.ts';
import { countDue, type DueChoice, type DueCounts, dueMatcher, inDueOrder, turnedRound } from './due-order.ts';
import { type Asker, type ListedDocument, listedRows } from './listed-document.ts';
import { searchOf } from './search-texts.ts';

export type DocumentsQuery = {
  readonly filters: DocumentFilters;
  readonly person: Asker;
  readonly today: CalendarDay;
  /** The tenant's time zone. */
  readonly zone: string;
  /** Rows per page; absent for a list on screen, which has `PER_PAGE`. */
  readonly perPage?: number;
};

/** One page of the person's documents on `today`. */
export async function listDocuments(mirror: Mirror, asked: DocumentsQuery): Promise<DocumentListing> {
  return withDocumentIndex(mirror, (entries, rowsOf) => {
    const { shown, ...page } = pageOf(entries, asked);
    return rowsOf(shown).then((rows) => ({ rows: listedRows(rows, asked), ...page }));
  });
}

/** A page of the list before its rows are read: `shown` has their entries in the index. */
function pageOf(
  entries: readonly IndexEntry[],
  asked: DocumentsQuery,
): Omit<DocumentListing, 'rows'> & { readonly shown: readonly IndexEntry[] } {
  const { filters, person, today, perPage = PER_PAGE } = asked;
  const matches = matcherOf(asked);
  const isDue = dueMatcher(filters, today);
  const inOrder = orderedBy(filters.order, entries);
  const matching = matches === null ? inOrder : inOrder.filter(matches);
  const found = isDue === null ? matching : matching.filter(isDue);
  const isMine = isOf(person.userId);
  const scope = filters.scope;
  const inScope = (entry: IndexEntry) => scope === undefined || isMine(entry) === (scope === 'mine');
  const scoped = scope === undefined ? found : found.filter(inScope);

  const pages = Math.max(1, Math.ceil(scoped.length / perPage));
  const page = Math.min(Math.max(1, Math.trunc(filters.page) || 1), pages);
  const shown = scoped.slice((page - 1) * perPage, page * perPage);
  const groups = countDue(scoped, today);
  const due = isDue === null ? groups : countDue(scope === undefined ? matching : matching.filter(inScope), today);
  const mine = person.superAdmin ? found.filter(isMine).length : 0;
  const counts = person.superAdmin ? { counts: { mine, others: found.length - mine } } : {};
  return { shown, total: scoped.length, page, pages, perPage, kept: entries.length, due, groups, ...counts };
}

function orderedBy(order: DocumentOrder, newestFirst: readonly IndexEntry[]): readonly IndexEntry[] {
  if (order === 'desc') return newestFirst;
  if (order === 'asc') return [...newestFirst].reverse();
  const nearestFirst = inDueOrder(newestFirst);
  return order === 'due' ? nearestFirst : turnedRound(nearestFirst);
}

function matcherOf({ filters, person, today, zone }: DocumentsQuery): ((entry: IndexEntry) => boolean) | null {
  const tests: ((entry: IndexEntry) => boolean)[] = [];
  const { status, from, to, organizationId, responsibleId, subjectId } = filters;
  if (status !== undefined && status !== 'sent') {
    tests.push((entry) =>
      matchesStatusFilter({ status: statusAt(entry, today), isException: entry.isException }, status),
    );
  }
  if (filters.exceptionsOnly === true) tests.push((entry) => entry.isException);
  if (from !== undefined) {
    const start = Date.parse(startOfDay(from, zone));
    tests.push((entry) => entry.createdMs >= start);
  }
  if (to !== undefined) {
    const end = Date.parse(startOfDay(addDays(to, 1), zone));
    tests.push((entry) => entry.createdMs < end);
  }
  if (organizationId !== undefined) tests.push((entry) => entry.organizationIds.includes(organizationId));
  if (responsibleId !== undefined) tests.push((entry) => entry.responsibleIds.includes(responsibleId));
  if (subjectId !== undefined) tests.push((entry) => entry.subjectId === subjectId);
  const { among } = filters;
  if (among !== undefined) tests.push(({ serverId }) => serverId !== null && among.has(serverId));
  if (filters.createdByMe === true) tests.push((entry) => entry.createdBy === person.userId);
  const found = searchOf(filters.search ?? '', person.acronym);
  if (found !== null) tests.push(found);
  const [only] = tests;
  if (tests.length < 2) return only ?? null;
  return (entry) => tests.every((test) => test(entry));
}

/** Rows per page of the list (rule F2). */
const PER_PAGE = 10;

/** By creation, newest or oldest first, or by limit date, nearest or farthest first. */
export type DocumentOrder = 'desc' | 'asc' | 'due' | 'due_desc';

export type DocumentFilters = DueChoice & {
  readonly search?: string | undefined;
  /** Creation day from, inclusive (rule F6). */
  readonly from?: CalendarDay | undefined;
  /** Creation day to, inclusive. */
  readonly to?: CalendarDay | undefined;
  readonly status?: StatusFilter | undefined;
  /** A destination sector. */
  readonly organizationId?: number | undefined;
  /** A current responsible. */
  readonly responsibleId?: number | undefined;
  readonly subjectId?: number | undefined;
  /**
   * Server ids of the documents behind a number of a report (S236), which only the server can tell.
   */
  readonly among?: ReadonlySet<number> | undefined;
  /** The chip "Criados por mim" (rule A5). */
  readonly createdByMe?: boolean | undefined;
  /**
   * The Super Admin's two tabs (rule F3): the documents that they made or answer for, or the rest.
   */
  readonly scope?: 'mine' | 'others' | undefined;
  readonly exceptionsOnly?: boolean | undefined;
  readonly order: DocumentOrder;
  /** 1-based; anything below is page 1 (rule F1). */
  readonly page: number;
};

export type DocumentListing = {
  readonly rows: readonly ListedDocument[];
  readonly total: number;
  /** The page shown: within 1 … pages. */
  readonly page: number;
  readonly pages: number;
  readonly perPage: number;
  /** How many documents this device has, whatever the filters. */
  readonly kept: number;
  /**
   * How many documents are in each group of deadlines, under the same filters without the choice of
   * deadlines.
   */
  readonly due: DueCounts;
  /** How many documents of this list, on all its pages, are in each group of deadlines. */
  readonly groups: DueCounts;
  /** How many each tab holds under the same filters; for a Super Admin only (rules F3, F13). */
  readonly counts?: { readonly mine: number; readonly others: number };
};
