// The filters of a list are part of the address (src/app/experience.md, experience W4), under the
// names of the product's API. Invalid values are dropped and cause no error (rules F1, F4, F6).

import { EARLIEST_FILTER_DAY, isCalendarDay } from '#domain/dates.ts';
import { DUE_SPANS, type DueSpan } from '#domain/deadlines.ts';
import type { Figure } from '#domain/report-figures.ts';
import { isBlank } from '#domain/text.ts';
import { STATUS_FILTERS, type StatusFilter } from '#domain/status.ts';

export type ListSearch = {
  search?: string;
  from?: string;
  to?: string;
  status?: StatusFilter;
  organization_id?: number;
  responsible_id?: number;
  document_subject_id?: number;
  created_by_me?: true;
  /** The tab of a Super Admin. `all`: both in one list, to which reports lead. */
  scope?: 'mine' | 'others' | 'all';
  /** The documents behind a number of a report: what was counted, over which days. */
  figure?: Figure;
  figure_from?: string;
  figure_to?: string;
  /** The sector that the counted documents have left. */
  figure_organization_id?: number;
  /** Shows overdue documents. Together with `due` the list has both. */
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
  if (raw['scope'] === 'mine' || raw['scope'] === 'others' || raw['scope'] === 'all') found.scope = raw['scope'];
  // Kept as read. The list checks these parts itself (list-choices.ts), so that the start need not
  // load the words of reports.
  for (const name in raw) if (name.startsWith('figure')) found[name as 'figure'] = raw[name] as Figure;
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
