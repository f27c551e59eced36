// Makes one message of the notices of a batch. A transfer of 30 documents is 30 commands, but one
// push and one e-mail to each person. Each queued notice brings a job that gathers them; the job of
// the last notice finds them all.

import type { CalendarDay } from '#domain/dates.ts';
import { NOTICE_WAYS } from '#domain/notices.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { BATCH_QUIET_MS } from '../policies/notice-ways.ts';

/** The longest that a notice waits for others of its batch, by way, however many come. */
const BATCH_LONGEST_MS = { device: 60_000, email: 600_000 } as const;

const ForWay = v.object({ user_id: v.number(), way: v.picklist(NOTICE_WAYS) });

/**
 * Queues a message for each kind of notice that waits for the person on this way, and removes the
 * notices, in one statement. Does nothing while more notices are expected: the job of the last one
 * comes later. A notice whose time lies ahead was written under another clock, and is not waited
 * for.
 */
export async function gatherNotices(
  database: Database,
  { tenantId, payload, now }: { tenantId: number; payload: unknown; now: number },
): Promise<void> {
  const { user_id: userId, way } = v.parse(ForWay, payload);
  if (way === 'digest') return;
  const instant = (ms: number): string => new Date(now + ms).toISOString();
  const quiet = BATCH_QUIET_MS[way];
  await database.inTenant(tenantId, (tx) =>
    tx.execute(sql`
      with waiting as (select max(at) as last, min(at) as first from pending_notices
          where tenant_id = ${tenantId} and user_id = ${userId} and way = ${way}),
        taken as (delete from pending_notices n using waiting w
          where n.tenant_id = ${tenantId} and n.user_id = ${userId} and n.way = ${way}
            and not (w.last > ${instant(-quiet)}::timestamptz and w.last <= ${instant(quiet)}::timestamptz
              and w.first > ${instant(-BATCH_LONGEST_MS[way])}::timestamptz)
          returning n.id, n.notice, n.document_id, n.reason),
        single as (select distinct on (notice, document_id) * from taken order by notice, document_id, id),
        batches as (select notice, (array_agg(document_id order by id))[1] as document_id,
            jsonb_agg(jsonb_build_object('id', document_id, 'reason', reason) order by id) as documents
          from single group by notice)
      insert into jobs (tenant_id, kind, key, payload, run_at)
      select ${tenantId}::bigint, message.kind, message.kind || ':' || b.notice || ':' || gen_random_uuid(),
        jsonb_strip_nulls(jsonb_build_object('notice', b.notice, 'user_id', ${userId}::bigint,
          'document_id', b.document_id, 'documents', b.documents, 'subscription_id', message.device)),
        ${instant(0)}::timestamptz
      from batches b cross join lateral (
        select 'notice-mail', null::bigint where ${way}::text = 'email'
        union all select 'push', p.id from push_subscriptions p where ${way}::text = 'device'
          and p.tenant_id = ${tenantId} and p.user_id = ${userId}) as message (kind, device)`),
  );
}

/**
 * Steps of the statement that plans the day's reminders; they read its step `reached`. They queue
 * one digest for each person, from the notices that wait for a digest and from the day's limit
 * dates. When a person's digest exists already, their notices stay, and a limit date that is new
 * is left to the next digest. A day that is over gets no digest: what waits goes into that of
 * today.
 */
export function digestSteps({ tenantId, day, at }: { tenantId: number; day: CalendarDay; at: string }): SQL[] {
  return [
    sql`morning as (select from tenants t where t.id = ${tenantId}
      and ${day}::date = (${at}::timestamptz at time zone t.time_zone)::date)`,
    // This row is done from the start. Its key names a limit date in a digest, so that no other
    // digest names the date again.
    sql`due_for_digest as (insert into jobs (tenant_id, kind, key, payload, run_at, done_at)
      select ${tenantId}::bigint, 'digest-mail', 'digest:' || r.id || ':' || r.user_id || ':' || r.limit_date || ':'
          || case when r.days_left < 0 then 'overdue' else r.stage::text end,
        jsonb_build_object('user_id', r.user_id, 'id', r.id, 'notice', r.notice,
          'reason', case when r.created_by = r.user_id then 'wrote' else 'holds' end),
        ${at}::timestamptz, ${at}::timestamptz
      from reached r, morning where r.way = 'digest' and not exists (select from jobs j
        where j.tenant_id = ${tenantId} and j.key = 'digest:' || r.user_id || ':' || ${day}::text)
      on conflict (tenant_id, key) do nothing returning payload)`,
    sql`for_digest as (
      select distinct on (n.user_id, n.notice, n.document_id) n.user_id, n.notice, n.document_id as id, n.reason, n.at
        from pending_notices n, morning where n.tenant_id = ${tenantId} and n.way = 'digest'
        order by n.user_id, n.notice, n.document_id, n.id)`,
    sql`digests as (insert into jobs (tenant_id, kind, key, payload, run_at)
      select ${tenantId}::bigint, 'digest-mail', 'digest:' || f.user_id || ':' || ${day}::text,
        jsonb_build_object('user_id', f.user_id, 'notices',
          jsonb_agg(jsonb_build_object('notice', f.notice, 'id', f.id, 'reason', f.reason) order by f.at)),
        ${at}::timestamptz
      from (select * from for_digest union all select due.*, ${at}::timestamptz from due_for_digest,
          jsonb_to_record(payload) as due (user_id bigint, notice text, id bigint, reason text)) as f
      group by f.user_id on conflict (tenant_id, key) do nothing returning (payload ->> 'user_id')::bigint as user_id)`,
    sql`digested as (delete from pending_notices n using digests
      where n.tenant_id = ${tenantId} and n.way = 'digest' and n.user_id = digests.user_id)`,
  ];
}
