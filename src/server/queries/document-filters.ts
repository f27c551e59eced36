// The filters of GET /api/documents (rules A5, C5, F1–F10).

import { EARLIEST_FILTER_DAY, isCalendarDay, type CalendarDay } from '#domain/dates.ts';
import { fold, SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH, searchTokens } from '#domain/search.ts';
import { STATUS_FILTERS, type StatusFilter } from '#domain/status.ts';
import { parseTicket } from '#domain/ticket.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { TenantViewer } from '../policies/actor.ts';
import { type AskedOf, concerns, visibleTo } from '../policies/visibility.ts';

export type DocumentFilters = {
  readonly search: string;
  readonly from: CalendarDay | null;
  readonly to: CalendarDay | null;
  /** null when no known status was named (rule F4). */
  readonly status: StatusFilter | null;
  readonly organizationId: number | null;
  readonly responsibleId: number | null;
  readonly subjectId: number | null;
  readonly createdBy: number | null;
  readonly scope: 'mine' | 'others' | null;
};

/** The person who asks, and the tenant's calendar. */
export type Asking = {
  readonly viewer: TenantViewer;
  readonly today: CalendarDay;
  readonly timeZone: string;
  readonly acronym: string;
};

/** The status filter that a word names; null for an unknown word, which is ignored (rule F4). */
export function statusFilterOf(word: string | undefined): StatusFilter | null {
  return STATUS_FILTERS.find((filter) => filter === word) ?? null;
}

/**
 * What is wrong with the dates De and Até, by field, in Portuguese; empty when both are right (rule
 * F6).
 */
export function judgePeriod(period: { from: string | null; to: string | null }): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const field of ['from', 'to'] as const) {
    const day = period[field];
    if (day === null) continue;
    if (!isCalendarDay(day)) errors[field] = ['Informe uma data válida.'];
    else if (day < EARLIEST_FILTER_DAY) errors[field] = ['A data precisa ser 01/01/2024 ou depois.'];
  }
  if (Object.keys(errors).length === 0 && period.from !== null && period.to !== null && period.from > period.to) {
    errors['to'] = ['A data final não pode ser anterior à inicial.'];
  }
  return errors;
}

/** The whole condition over alias `d`: what the person sees, and every filter. */
export function matching(filters: DocumentFilters, asking: Asking & { readonly of: AskedOf }): SQL {
  const parts: SQL[] = [sql`(${visibleTo(asking.viewer, asking.of)})`];
  const add = (part: SQL): void => void parts.push(part);
  if (filters.search.trim() !== '') add(searching(filters.search, asking.acronym));
  if (filters.from !== null) add(sql`d.created_at >= ${startOf(filters.from, { days: 0, asking })}`);
  if (filters.to !== null) add(sql`d.created_at < ${startOf(filters.to, { days: 1, asking })}`);
  if (filters.status === 'exception') add(sql`d.is_exception`);
  else if (filters.status !== null && filters.status !== 'sent') {
    add(sql`status_at(d.stored_status, d.limit_date, ${asking.today}::date) = ${filters.status}`);
  }
  if (filters.organizationId !== null) add(currentSector(filters.organizationId));
  if (filters.responsibleId !== null) add(currentResponsible(filters.responsibleId));
  if (filters.subjectId !== null) add(sql`d.subject_id = ${filters.subjectId}`);
  if (filters.createdBy !== null) add(sql`d.created_by = ${filters.createdBy}`);
  if (filters.scope === 'mine') add(concerns(asking.viewer, asking.of));
  if (filters.scope === 'others') add(sql`not ${concerns(asking.viewer, asking.of)}`);
  return sql.join(parts, sql` and `);
}

/**
 * A ticket or a single digit finds the document with that number. More digits also find every text
 * that contains them. Words are folded, and all of them must occur. A search that folds to fewer
 * than two characters is matched as it was typed, `%` and `_` included (default 14).
 */
function searching(search: string, acronym: string): SQL {
  const text = search.trim().slice(0, SEARCH_MAX_LENGTH);
  const number = parseTicket(text, acronym);
  const folded = fold(text);
  const bareDigits = /^\d{2,}$/.test(folded);
  if (number !== null && !bareDigits) return sql`d.number = ${number}`;
  const tokens = searchTokens(text);
  const words =
    folded.length < SEARCH_MIN_LENGTH
      ? sql`(d.title ilike ${containing(text)} or d.physical_document_number ilike ${containing(text)})`
      : sql.join(
          tokens.map((token) => sql`d.search_text like ${containing(token)}`),
          sql` and `,
        );
  return number === null ? sql`(${words})` : sql`(d.number = ${number} or (${words}))`;
}

/** A LIKE pattern for texts that contain `text` literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Midnight at the start of a day, or of a day some days later. PostgreSQL counts the days, because
 * it knows a day after 9999-12-31.
 */
function startOf(day: CalendarDay, later: { days: number; asking: Asking }): SQL {
  return sql`((${day}::date + ${later.days}::int)::timestamp at time zone ${later.asking.timeZone})`;
}

function currentSector(organizationId: number): SQL {
  return sql`exists (select 1 from document_organizations fo where fo.tenant_id = d.tenant_id and fo.document_id = d.id
    and fo.organization_id = ${organizationId} and fo.current)`;
}

function currentResponsible(userId: number): SQL {
  return sql`exists (select 1 from document_responsibles fr where fr.tenant_id = d.tenant_id and fr.document_id = d.id
    and fr.user_id = ${userId} and fr.current)`;
}
