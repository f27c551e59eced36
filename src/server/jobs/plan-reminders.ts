// Plans reminders on the days before a limit date that the tenant chose, and a notice when the date
// has passed. A reminder that falls on a day off comes on the working day before. Each message has
// a key (document, person, limit date, reminder day, device), so that planning again adds nothing.

import { dayAt, type CalendarDay } from '#domain/dates.ts';
import type { DeadlineNotice } from '#domain/notices.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { waysSql } from '../policies/notice-ways.ts';
import { digestSteps } from './gather-notices.ts';
import { eachTenant } from './job-parts.ts';
import { readCalendar, reminderSpans } from './tenant-calendar.ts';

/** Local time at which a tenant's reminders of the day are sent. */
const AT = '08:00';
/**
 * A server that was off still sends notices for documents that became overdue within this many
 * days.
 */
const OVERDUE_WITHIN_DAYS = 7;

/**
 * Adds one planning job per tenant and day, which runs at 8:00 in the tenant's zone. Calls
 * `onFault` for each tenant whose job could not be added, and goes on with the next.
 */
export async function scheduleReminders(
  database: Database,
  { now, onFault }: { now: number; onFault: (tenantId: number, error: unknown) => void },
): Promise<void> {
  const tenants = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      v.object({ id: v.number(), time_zone: v.string() }),
      sql`select id, time_zone from tenants where disabled_at is null`,
    ),
  );
  await eachTenant(tenants, {
    work: ({ id, time_zone }) =>
      database.onceAsSystem((tx) => {
        const day = dayAt(now, time_zone);
        return tx.execute(sql`insert into jobs (tenant_id, kind, key, payload, run_at)
          values (${id}, 'reminders', ${`reminders:${day}`}, ${JSON.stringify({ day })}::jsonb,
            ${`${day} ${AT}`}::timestamp at time zone ${time_zone})
          on conflict (tenant_id, key) do nothing`);
      }),
    onFault,
  });
}

/**
 * Queues every message of the tenant's day, by the ways that each person chose: to the
 * responsibles, also to the author once the document is overdue, and the digests. A day that has
 * not begun in the tenant's zone was planned under a clock that ran ahead, and queues nothing.
 */
export async function planReminders(
  database: Database,
  plan: { tenantId: number; day: CalendarDay; now: number },
): Promise<void> {
  const { tenantId, day } = plan;
  const at = new Date(plan.now).toISOString();
  await database.inTenant(tenantId, async (tx) => {
    const { others, own } = reminderSpans(await readCalendar(tx, tenantId), day);
    return tx.execute(sql`
      with own_span as (select * from jsonb_to_recordset(${JSON.stringify(own)}::jsonb)
          as span (sector bigint, off boolean, last date)
      ), due as (
        select d.id, d.limit_date, d.created_by, d.limit_date - ${day}::date as days_left, stage.days as stage
        from documents d
        join tenants t on t.id = d.tenant_id and ${day}::date <= (${at}::timestamptz at time zone t.time_zone)::date
        left join lateral (select bool_or(coalesce(s.off, ${others.off}::boolean)) as off,
            max(coalesce(s.last, ${others.last}::date)) as last
          from document_organizations x left join own_span s on s.sector = x.organization_id
          where x.tenant_id = d.tenant_id and x.document_id = d.id and x.current) span on true
        left join lateral (select min(n) as days from unnest(t.reminder_days) as n
          where not coalesce(span.off, ${others.off}::boolean)
            and d.limit_date - n between ${day}::date and coalesce(span.last, ${others.last}::date)) stage on true
        where d.tenant_id = ${tenantId} and d.stored_status <> 'completed'
          and ((d.limit_date >= ${day}::date and stage.days is not null)
            or d.limit_date - ${day}::date between ${-OVERDUE_WITHIN_DAYS}::int and -1)
      ), told as (
        select due.*, r.user_id from due
          join document_responsibles r on r.tenant_id = ${tenantId} and r.document_id = due.id and r.current
        union
        select due.*, due.created_by from due where due.days_left < 0
      )
      , reached as (
        select told.*, case when told.days_left < 0 then ${'overdue' satisfies DeadlineNotice}::text
          else ${'reminder' satisfies DeadlineNotice}::text end as notice, chosen.way
        from told
        join users u on u.tenant_id = ${tenantId} and u.id = told.user_id and u.status = 'active' and u.deleted_at is null
        cross join lateral ${waysSql(sql`'reminder'`)} as chosen (way)
      ), ${sql.join(digestSteps({ tenantId, day, at }), sql`, `)}
      insert into jobs (tenant_id, kind, key, payload, run_at)
      select ${tenantId}::bigint, message.kind,
        message.kind || ':' || r.id || ':' || r.user_id || ':' || r.limit_date || ':'
          || case when r.days_left < 0 then 'overdue' else r.stage::text end || coalesce(':' || message.device, ''),
        jsonb_build_object('notice', r.notice, 'document_id', r.id, 'user_id', r.user_id, 'days_left', r.days_left,
          'stage', r.stage, 'limit_date', r.limit_date)
          || case when message.device is null then '{}' else jsonb_build_object('subscription_id', message.device) end,
        ${at}::timestamptz
      from reached r
      cross join lateral (select 'deadline-mail', null::bigint where r.way = 'email'
        union all select 'push', p.id from push_subscriptions p
          where r.way = 'device' and p.tenant_id = ${tenantId} and p.user_id = r.user_id) as message (kind, device)
      on conflict (tenant_id, key) do nothing`);
  });
}
