// The filters of a list are part of the address (src/app/experience.md, experience W4), under the names of the product's API.
// Invalid values are dropped and cause no error (rules F1, F4, F6).

import { EARLIEST_FILTER_DAY, isCalendarDay } from '#domain/dates.ts';
import { DUE_SPANS, type DueSpan } from '#domain/deadlines.ts';
import { isBlank } from '#domain/text.ts';
import { STATUS_FILTERS, type StatusFilter } from '#domain/status.ts';
import type { DocumentFilters, DocumentOrder } from '#mirror/questions/list-documents.ts';

export type ListSearch = {
  search?: string;
  from?: string;
  to?: string;
  status?: StatusFilter;
  organization_id?: number;
  responsible_id?: number;
  document_subject_id?: number;
  created_by_me?: true;
  scope?: 'mine' | 'others';
  /** In atraso; with `due` both are shown. */
  overdue?: true;
  due?: DueSpan;
  order_by_created_at?: 'asc';
  /** Wins over the order of creation. */
  order_by_limit_date?: 'asc' | 'desc';
  page?: number;
};

/** Reads a list's address. The result holds only what is set and differs from the default. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const found: ListSearch = {};
  const text =
    typeof raw['search'] === 'string' || typeof raw['search'] === 'number' ? String(raw['search']).trim() : '';
  if (!isBlank(text)) found.search = text;
  const from = dayOf(raw['from']);
  const to = dayOf(raw['to']);
  if (from !== undefined && (to === undefined || from <= to)) found.from = from;
  if (to !== undefined && (from === undefined || from <= to)) found.to = to;
  const status = STATUS_FILTERS.find((one) => one === raw['status']);
  if (status !== undefined) found.status = status;
  for (const name of ['organization_id', 'responsible_id', 'document_subject_id'] as const) {
    const id = Number(raw[name]);
    if (Number.isSafeInteger(id) && id > 0) found[name] = id;
  }
  if (raw['created_by_me'] === true || raw['created_by_me'] === 1) found.created_by_me = true;
  if (raw['scope'] === 'mine' || raw['scope'] === 'others') found.scope = raw['scope'];
  if (raw['overdue'] === true || raw['overdue'] === 1) found.overdue = true;
  const due = DUE_SPANS.find((one) => one === raw['due']);
  if (due !== undefined) found.due = due;
  const byLimit = raw['order_by_limit_date'];
  if (byLimit === 'asc' || byLimit === 'desc') found.order_by_limit_date = byLimit;
  else if (raw['order_by_created_at'] === 'asc') found.order_by_created_at = 'asc';
  const page = Math.trunc(Number(raw['page']));
  if (page > 1) found.page = page;
  return found;
}

function dayOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && isCalendarDay(raw) && raw >= EARLIEST_FILTER_DAY ? raw : undefined;
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
    scope: search.scope,
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
  return inOrder(scope === undefined ? {} : { scope }, orderOf(search));
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
 * Whether something narrows the list. Tab, order and page do not, and neither does "Enviados", which means every document.
 */
export function isFiltered(search: ListSearch): boolean {
  const { status, page: _page, scope: _scope, ...rest } = inOrder(search, 'desc');
  return (status !== undefined && status !== 'sent') || Object.keys(rest).length > 0;
}

/** How many choices of the filter dialog are set: the number in `Filtros (2)`. */
export function countFilters(search: ListSearch): number {
  const { status, organization_id, responsible_id, document_subject_id, created_by_me } = search;
  const isNarrow = status !== undefined && status !== 'sent';
  return [isNarrow || undefined, organization_id, responsible_id, document_subject_id, created_by_me].filter(
    (one) => one !== undefined,
  ).length;
}
