import type { CalendarDeadline } from '#domain/calendar.ts';
import { addDays, type CalendarDay } from '#domain/dates.ts';
import { ticketOf } from '#domain/ticket.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';

const DEADLINES_MAX = 1000;
/** Days for which a deadline that has passed stays in the calendar. */
const KEPT_DAYS = 90;

const Row = v.object({
  id: v.number(),
  rev: v.number(),
  number: v.number(),
  title: v.string(),
  limit_date: v.string(),
  changed_at: v.string(),
});

/** The documents that are with the person and not finished, the nearest deadline first. */
export async function calendarDeadlines(
  tx: Transaction,
  asked: { tenantId: number; userId: number; acronym: string; today: CalendarDay },
): Promise<CalendarDeadline[]> {
  const { tenantId, userId, acronym, today } = asked;
  const rows = await tx.rowsOf(
    Row,
    sql`select d.id, d.rev, d.number, d.title, d.limit_date::text as limit_date,
      to_char(d.last_activity_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as changed_at
    from document_responsibles r join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
    where r.tenant_id = ${tenantId} and r.user_id = ${userId} and r.current and d.stored_status <> 'completed'
      and d.limit_date >= ${addDays(today, -KEPT_DAYS)}::date
    order by d.limit_date, d.id limit ${DEADLINES_MAX}`,
  );
  return rows.map((row) => ({
    tenantId,
    documentId: row.id,
    ticket: ticketOf(acronym, row.number),
    title: row.title,
    limitDate: row.limit_date,
    rev: row.rev,
    changedAt: row.changed_at,
  }));
}
