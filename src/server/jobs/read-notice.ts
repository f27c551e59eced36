import { ticketOf } from '#domain/ticket.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';

const Payload = v.object({
  notice: v.picklist(['arrival', 'mention', 'reply', 'reminder', 'overdue']),
  document_id: v.number(),
  user_id: v.number(),
  /** The device to which a push goes. */
  subscription_id: v.optional(v.number()),
  days_left: v.optional(v.number()),
  limit_date: v.optional(v.string()),
});

/** What a queued message is about, read when it is sent. */
export type NoticeFacts = {
  readonly notice: v.InferOutput<typeof Payload>['notice'];
  readonly documentId: number;
  readonly userId: number;
  readonly ticket: string;
  readonly daysLeft: number;
  readonly limitDate: string;
  readonly name: string;
  readonly email: string;
  /**
   * null when the message is not for a device, or the device has logged out, belongs to another person now, or its
   * session has expired.
   */
  readonly push: Subscribed | null;
};

export type Subscribed = { readonly id: number; readonly subscription: string };

const Row = v.object({
  number: v.number(),
  acronym: v.string(),
  limit_date: v.string(),
  completed: v.boolean(),
  name: v.string(),
  email: v.string(),
  push: v.nullable(v.object({ id: v.number(), subscription: v.string() })),
  concerned: v.boolean(),
});

/**
 * Reads the facts of a message. Null when the message no longer applies: the person is deleted or not concerned any more,
 * the document is completed, or its limit date has moved.
 */
export async function readNotice(
  tx: Transaction,
  job: { tenantId: number; payload: unknown; now: number },
): Promise<NoticeFacts | null> {
  const payload = v.parse(Payload, job.payload);
  const rows = await tx.rowsOf(
    Row,
    sql`
    select d.number, t.acronym, d.limit_date::text as limit_date, d.stored_status = 'completed' as completed, u.name,
      u.email,
      (select json_build_object('id', p.id, 'subscription', p.subscription)
        from push_subscriptions p join sessions s on s.token_hash = p.session_hash
        where p.tenant_id = u.tenant_id and p.user_id = u.id and p.id = ${payload.subscription_id ?? null}
          and s.expires_at > ${new Date(job.now).toISOString()}::timestamptz) as push,
      d.created_by = u.id or exists (select from document_responsibles r where r.tenant_id = d.tenant_id
        and r.document_id = d.id and r.user_id = u.id and r.current) as concerned
    from documents d
    join tenants t on t.id = d.tenant_id
    join users u on u.tenant_id = d.tenant_id and u.id = ${payload.user_id} and u.status = 'active' and u.deleted_at is null
    where d.tenant_id = ${job.tenantId} and d.id = ${payload.document_id}`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  const isDeadline = payload.notice === 'reminder' || payload.notice === 'overdue';
  if (isDeadline && (row.completed || row.limit_date !== payload.limit_date)) return null;
  if (payload.notice !== 'mention' && !row.concerned) return null;
  return {
    notice: payload.notice,
    documentId: payload.document_id,
    userId: payload.user_id,
    ticket: ticketOf(row.acronym, row.number),
    daysLeft: payload.days_left ?? 0,
    limitDate: row.limit_date,
    name: row.name,
    email: row.email,
    push: row.push,
  };
}
