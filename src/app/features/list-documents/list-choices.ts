// What a list makes of its address: what it asks the mirror for, what counts as a filter, and the
// address after a choice.

import type { DocumentFilters, DocumentOrder } from '#mirror/questions/list-documents.ts';
import { readFigure } from '#contract/reports.ts';
import type { ListSearch } from './list-search.ts';

/** The parts of an address that name a number of a report. */
export const FIGURE_PARTS = ['figure', 'figure_from', 'figure_to', 'figure_organization_id'] as const;

/**
 * The address with its number of a report if it names one wholly, otherwise without the parts of
 * one, because a part alone means nothing.
 */
export function withKnownFigure(search: ListSearch): ListSearch {
  const rest = Object.fromEntries(Object.entries(search).filter(([name]) => !FIGURE_PARTS.some((one) => one === name)));
  const choice = readFigure(search);
  if (choice === null) return rest;
  const { figure, from, to, organizationId } = choice;
  const known = { ...rest, figure, figure_from: from, figure_to: to };
  return organizationId === null ? known : { ...known, figure_organization_id: organizationId };
}

/** The filters of an address in the shape that the mirror takes. */
export function filtersOf(search: ListSearch): DocumentFilters {
  return {
    search: search.search,
    from: search.from,
    to: search.to,
    status: search.status,
    organizationId: search.organization_id,
    responsibleId: search.responsible_id,
    subjectId: search.document_subject_id,
    createdByMe: search.created_by_me,
    scope: search.scope === 'all' ? undefined : search.scope,
    overdue: search.overdue,
    due: search.due,
    order: orderOf(search),
    page: search.page ?? 1,
  };
}

export function orderOf(search: ListSearch): DocumentOrder {
  if (search.order_by_limit_date !== undefined) return search.order_by_limit_date === 'asc' ? 'due' : 'due_desc';
  return search.order_by_created_at ?? 'desc';
}

/** Whether the list is in the order of deadlines, and so in groups. */
export function isByDeadline(search: ListSearch): boolean {
  return search.order_by_limit_date !== undefined;
}

/** The address in another order. */
export function inOrder(search: ListSearch, order: DocumentOrder): ListSearch {
  const { order_by_created_at: _created, order_by_limit_date: _limit, ...rest } = search;
  if (order === 'due' || order === 'due_desc') {
    return { ...rest, order_by_limit_date: order === 'due' ? 'asc' : 'desc' };
  }
  return order === 'asc' ? { ...rest, order_by_created_at: 'asc' } : rest;
}

/** Whether the list is narrowed by deadline. */
export function isByDue(search: ListSearch): boolean {
  return search.overdue === true || search.due !== undefined;
}

/** The address without a choice of deadlines. */
export function withoutDue(search: ListSearch): ListSearch {
  const { overdue: _overdue, due: _due, ...rest } = search;
  return rest;
}

/** The address with these days of creation; null is no bound. */
export function withCreated(search: ListSearch, days: { from: string | null; to: string | null }): ListSearch {
  const { from: _from, to: _to, ...rest } = search;
  return {
    ...rest,
    ...(days.from === null ? {} : { from: days.from }),
    ...(days.to === null ? {} : { to: days.to }),
  };
}

/** The address without filters: order and tab stay, the page starts at 1. */
export function withoutFilters(search: ListSearch): ListSearch {
  const { scope } = search;
  return inOrder(scope === undefined || scope === 'all' ? {} : { scope }, orderOf(search));
}

/** The address without its page: what a saved search keeps. */
export function withoutPage(search: ListSearch): ListSearch {
  const { page: _page, ...rest } = search;
  return rest;
}

/** Whether there is something to save: filters, words, or an order of one's own. */
export function isSavable(search: ListSearch): boolean {
  return isFiltered(search) || orderOf(search) !== 'desc';
}

/**
 * Whether something narrows the list. Tab, order and page do not, and neither does "Enviados",
 * which means every document.
 */
export function isFiltered(search: ListSearch): boolean {
  const { status, page: _page, scope: _scope, ...rest } = inOrder(search, 'desc');
  return (status !== undefined && status !== 'sent') || Object.keys(rest).length > 0;
}

/**
 * Whether the status "Em atraso" alone narrows the list, as after a press on its tile in the home.
 */
export function isOverdueAlone(search: ListSearch): boolean {
  const { status, ...rest } = search;
  return status === 'overdue' && !isFiltered(rest);
}

/** How many choices of the filter dialog are set: the number in `Filtros (2)`. */
export function countFilters(search: ListSearch): number {
  const { status, organization_id, responsible_id, document_subject_id, created_by_me } = search;
  const isNarrow = status !== undefined && status !== 'sent';
  return [isNarrow || undefined, organization_id, responsible_id, document_subject_id, created_by_me].filter(
    (one) => one !== undefined,
  ).length;
}
