// Tells the chief of a sector which documents stay late in it: once when a document has been late
// for some working days, and with a list at the beginning of the week. Nothing is transferred by
// itself.

import type { CalendarDay } from '#domain/dates.ts';
import { workingDaysBetween } from '#domain/working-days.ts';
import { ticketOf } from '#domain/ticket.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { chiefMessage } from '../mail/messages.ts';
import type { JobParts } from './job-parts.ts';
import type { Job } from './job-store.ts';
import { beginsWeek, lateSince, readCalendar } from './tenant-calendar.ts';

const Sector = v.object({ id: v.number(), days: v.number() });

/**
 * Queues one e-mail for the chief of each sector whose week begins on this day, or for which limit
 * dates become late enough on it. Documents are looked up when it is sent. A day that has not begun
 * in the tenant's zone queues nothing.
 */
export async function planChiefMails(
  database: Database,
  { tenantId, day, now }: { tenantId: number; day: CalendarDay; now: number },
): Promise<void> {
  const at = new Date(now).toISOString();
  await database.inTenant(tenantId, async (tx) => {
    const sectors = await tx.rowsOf(
      Sector,
      sql`select o.id, t.escalation_days as days from organizations o join tenants t on t.id = o.tenant_id
        where o.tenant_id = ${tenantId} and o.chief_user_id is not null and o.deleted_at is null
          and t.escalation_days is not null and ${day}::date <= (${at}::timestamptz at time zone t.time_zone)::date`,
    );
    if (sectors.length === 0) return;
    const calendar = await readCalendar(tx, tenantId);
    for (const { id: sector, days } of sectors) {
      const isList = beginsWeek(calendar, { day, sector });
      const since = lateSince(calendar, { day, days, sector });
      if (!isList && since === null) continue;
      const first = isList ? null : (since?.first ?? null);
      const payload = { sector_id: sector, day, first, last: since?.last ?? null, list: isList };
      await tx.execute(sql`insert into jobs (tenant_id, kind, key, payload, run_at)
        values (${tenantId}, 'chief-mail', ${`chief-mail:${sector}:${day}`}, ${JSON.stringify(payload)}::jsonb,
          ${at}::timestamptz) on conflict (tenant_id, key) do nothing`);
    }
  });
}

const Payload = v.object({
  sector_id: v.number(),
  day: v.string(),
  /**
   * The first and the last limit date of the documents to name; null for all dates that have
   * passed.
   */
  first: v.nullable(v.string()),
  last: v.nullable(v.string()),
  list: v.boolean(),
});
type Payload = v.InferOutput<typeof Payload>;

const Chief = v.object({
  name: v.string(),
  email: v.string(),
  sector: v.string(),
  acronym: v.string(),
  tenant: v.string(),
});
const Late = v.object({ number: v.number(), limit_date: v.string(), all: v.number() });

/**
 * Sends the e-mail as things are now: to the present chief, about the documents that are still open
 * and with the sector. Without a chief or a document there is no e-mail.
 */
export async function mailChief(parts: JobParts, job: Job): Promise<void> {
  const payload = v.parse(Payload, job.payload);
  const found = await parts.database.inTenant(job.tenant_id, (tx) =>
    readLate(tx, { tenantId: job.tenant_id, payload }),
  );
  if (found === null) return;
  const { chief, documents, all } = found;
  await parts.mailer.send(
    chiefMessage(
      { name: chief.name, email: chief.email },
      {
        sector: chief.sector,
        tenant: chief.tenant,
        isList: payload.list,
        all,
        documents: documents.map(({ number, limit_date: limitDate, working }) => ({
          ticket: ticketOf(chief.acronym, number),
          limitDate,
          working,
        })),
        link: `${parts.publicUrl}/admin/manage-documents?status=overdue`,
      },
    ),
  );
}

async function readLate(tx: Transaction, { tenantId, payload }: { tenantId: number; payload: Payload }) {
  const { sector_id: sector, day, first, last } = payload;
  const [chief] = await tx.rowsOf(
    Chief,
    sql`select u.name, u.email, o.acronym as sector, t.acronym, t.name as tenant from organizations o
      join tenants t on t.id = o.tenant_id
      join users u on u.tenant_id = o.tenant_id and u.id = o.chief_user_id and u.organization_id = o.id
        and u.status = 'active' and u.deleted_at is null
      where o.tenant_id = ${tenantId} and o.id = ${sector} and o.deleted_at is null`,
  );
  if (chief === undefined) return null;
  const rows = await tx.rowsOf(
    Late,
    sql`select d.number, d.limit_date::text as limit_date, count(*) over ()::int as "all" from documents d
      where d.tenant_id = ${tenantId} and d.stored_status <> 'completed' and d.limit_date < ${day}::date
        and (${first}::date is null or d.limit_date between ${first}::date and ${last}::date)
        and exists (select from document_organizations x where x.tenant_id = d.tenant_id and x.document_id = d.id
          and x.organization_id = ${sector} and x.current)
      order by d.limit_date, d.number limit ${LISTED_MAX}`,
  );
  const [one] = rows;
  if (one === undefined) return null;
  const { holidays } = await readCalendar(tx, tenantId);
  const documents = rows.map((row) => ({
    ...row,
    working: workingDaysBetween(row.limit_date, day, { holidays, sectors: [sector] }),
  }));
  return { chief, documents, all: one.all };
}

/** The most documents that one e-mail names. */
const LISTED_MAX = 100;
