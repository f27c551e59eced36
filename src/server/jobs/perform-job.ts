import { INVITATION_DAYS } from '#contract/import.ts';
import { clockAt, dayAt, isCalendarDay } from '#domain/dates.ts';
import { NOTICES } from '#domain/notices.ts';
import { ticketOf } from '#domain/ticket.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { TOLD_CHANGES } from '../db/tell-person.ts';
import { accountMessage, deadlineMessage, invitationMessage, passwordResetMessage } from '../mail/messages.ts';
import { issueInvitation, issuePasswordReset, linkPath } from '../sessions/password-reset.ts';
import type { JobParts } from './job-parts.ts';
import type { Job } from './job-store.ts';
import { planReminders } from './plan-reminders.ts';

const ForPerson = v.object({ user_id: v.number() });
const ForAccount = v.object({
  user_id: v.number(),
  changed: v.array(v.picklist(TOLD_CHANGES)),
  by: v.picklist(['oneself', 'another']),
  at: v.string(),
  to: v.optional(v.string()),
});
const ForDay = v.object({ day: v.pipe(v.string(), v.check(isCalendarDay)) });

/** Does the job, or throws. A job that throws is tried again later, unless it throws Hopeless. */
export async function performJob(parts: JobParts, job: Job): Promise<void> {
  switch (job.kind) {
    case 'push':
      return sendPush(parts, job);
    case 'deadline-mail':
      return mailDeadline(parts, job);
    case 'password-reset':
      return mailPasswordReset(parts, job);
    case 'account-mail':
      return mailAccount(parts, job);
    case 'invitation':
      return mailInvitation(parts, job);
    case 'reminders':
      return planReminders(parts.database, {
        tenantId: job.tenant_id,
        day: v.parse(ForDay, job.payload).day,
        now: parts.clock(),
      });
  }
}

async function sendPush(parts: JobParts, job: Job): Promise<void> {
  const facts = await factsOf(parts, job);
  if (facts === null || facts.push === null) return;
  const { id, subscription } = facts.push;
  const text = { title: noticeText(facts), body: noticeBody(facts) };
  const notice = { ...text, navigate: linkTo(parts, facts), tag: facts.ticket };
  if ((await parts.push.send(subscription, notice)) === 'sent') return;
  // Another subscription may have taken the place of this one while the push service was asked;
  // that one is not removed.
  await parts.database.inTenant(job.tenant_id, (tx) =>
    tx.execute(sql`delete from push_subscriptions
      where tenant_id = ${job.tenant_id} and id = ${id} and subscription = ${subscription}`),
  );
}

async function mailDeadline(parts: JobParts, job: Job): Promise<void> {
  const facts = await factsOf(parts, job);
  if (facts === null) return;
  const { name, email, limitDate, tenant } = facts;
  await parts.mailer.send(
    deadlineMessage({ name, email }, { headline: noticeText(facts), tenant, limitDate, link: linkTo(parts, facts) }),
  );
}

async function mailPasswordReset(parts: JobParts, job: Job): Promise<void> {
  const { user_id: userId } = v.parse(ForPerson, job.payload);
  const issued = await issuePasswordReset(parts.database, { tenantId: job.tenant_id, userId, now: parts.clock() });
  if (issued === null) return;
  const { name, email, token } = issued;
  const link = parts.publicUrl + linkPath(token, email);
  await parts.mailer.send(passwordResetMessage({ name, email }, link));
}

async function mailInvitation(parts: JobParts, job: Job): Promise<void> {
  const { user_id: userId } = v.parse(ForPerson, job.payload);
  const invited = await issueInvitation(parts.database, { tenantId: job.tenant_id, userId, now: parts.clock() });
  if (invited === null) return;
  const { name, email, tenant, token } = invited;
  const link = parts.publicUrl + linkPath(token, email);
  await parts.mailer.send(invitationMessage({ name, email }, { link, tenant, days: INVITATION_DAYS }));
}

const Account = v.object({ name: v.string(), email: v.string(), time_zone: v.string() });

/**
 * Mails a change of the account to its present address or to the one before. A deleted account gets
 * no mail.
 */
async function mailAccount(parts: JobParts, job: Job): Promise<void> {
  const told = v.parse(ForAccount, job.payload);
  const [account] = await parts.database.onceAsSystem((tx) =>
    tx.rowsOf(
      Account,
      sql`select u.name, u.email, t.time_zone from users u join tenants t on t.id = u.tenant_id
      where u.tenant_id = ${job.tenant_id} and u.id = ${told.user_id} and u.deleted_at is null`,
    ),
  );
  if (account === undefined) return;
  const { name, time_zone: timeZone } = account;
  const at = Date.parse(told.at);
  const moment = { day: dayAt(at, timeZone), clock: clockAt(at, timeZone) };
  const to = { name, email: told.to ?? account.email };
  await parts.mailer.send(accountMessage(to, { ...told, ...moment, link: `${parts.publicUrl}/` }));
}

function factsOf(parts: JobParts, job: Job): Promise<NoticeFacts | null> {
  return parts.database.inTenant(job.tenant_id, (tx) =>
    readNotice(tx, { tenantId: job.tenant_id, payload: job.payload, now: parts.clock() }),
  );
}

function linkTo(parts: JobParts, facts: NoticeFacts): string {
  return `${parts.publicUrl}/admin/view-document/${facts.documentId}`;
}

const Payload = v.object({
  notice: v.picklist(NOTICES),
  document_id: v.number(),
  user_id: v.number(),
  /** The device to which a push goes. */
  subscription_id: v.optional(v.number()),
  /** When it was planned. */
  days_left: v.optional(v.number()),
  limit_date: v.optional(v.string()),
});

/** What a queued message is about, read when it is sent. */
type NoticeFacts = {
  readonly notice: v.InferOutput<typeof Payload>['notice'];
  readonly documentId: number;
  readonly userId: number;
  readonly ticket: string;
  /** The public body's name. */
  readonly tenant: string;
  readonly daysLeft: number;
  readonly limitDate: string;
  readonly name: string;
  readonly email: string;
  /**
   * null when the message is not for a device, or the device has logged out, belongs to another
   * person now, or its session has expired.
   */
  readonly push: SubscriptionRow | null;
};

type SubscriptionRow = { readonly id: number; readonly subscription: string };

const Row = v.object({
  number: v.number(),
  acronym: v.string(),
  tenant: v.string(),
  limit_date: v.string(),
  days_left: v.number(),
  completed: v.boolean(),
  superseded: v.boolean(),
  name: v.string(),
  email: v.string(),
  push: v.nullable(v.object({ id: v.number(), subscription: v.string() })),
  concerned: v.boolean(),
});

/**
 * The messages about one limit date, in the order in which they are planned (plan-reminders.ts).
 */
const STAGES = ['5', '3', '1', '0', 'overdue'];

/** Whether this is the day on which a later message about the same limit date is planned. */
function isTurnOfNext(row: v.InferOutput<typeof Row>, { days_left: planned }: v.InferOutput<typeof Payload>): boolean {
  const isLater = planned !== undefined && row.days_left < planned;
  return isLater && (row.days_left < 0 || STAGES.includes(String(row.days_left)));
}

/**
 * The keys of the messages that come after this one, to the same person about the same limit date.
 */
function keysAfter(payload: v.InferOutput<typeof Payload>): string[] {
  const { notice, document_id, user_id, limit_date, days_left, subscription_id: device } = payload;
  if (notice !== 'reminder') return [];
  const way = device === undefined ? 'deadline-mail' : 'push';
  const later = STAGES.slice(STAGES.indexOf(String(days_left)) + 1);
  const end = device === undefined ? '' : `:${device}`;
  return later.map((stage) => `${way}:${document_id}:${user_id}:${limit_date}:${stage}${end}`);
}

/**
 * Reads the facts of a message as they are now, which may be days after it was planned. Null when
 * the message no longer applies: the person is deleted or not concerned any more, the document is
 * completed, its limit date has moved, it is not overdue, or the next message about it is here too
 * or has its turn today.
 */
async function readNotice(
  tx: Transaction,
  job: { tenantId: number; payload: unknown; now: number },
): Promise<NoticeFacts | null> {
  const payload = v.parse(Payload, job.payload);
  const at = new Date(job.now).toISOString();
  const rows = await tx.rowsOf(
    Row,
    sql`
    select d.number, t.acronym, t.name as tenant, d.limit_date::text as limit_date, d.stored_status = 'completed' as completed, u.name,
      u.email, d.limit_date - (${at}::timestamptz at time zone t.time_zone)::date as days_left,
      exists (select from jobs j where j.tenant_id = t.id
        and j.key in (select jsonb_array_elements_text(${JSON.stringify(keysAfter(payload))}::jsonb))) as superseded,
      (select json_build_object('id', p.id, 'subscription', p.subscription)
        from push_subscriptions p join sessions s on s.token_hash = p.session_hash
        where p.tenant_id = u.tenant_id and p.user_id = u.id and p.id = ${payload.subscription_id ?? null}
          and s.expires_at > ${at}::timestamptz) as push,
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
  if (payload.notice === 'overdue' && row.days_left >= 0) return null;
  if (payload.notice === 'reminder' && (row.superseded || isTurnOfNext(row, payload))) return null;
  if (payload.notice !== 'mention' && !row.concerned) return null;
  return {
    notice: payload.notice,
    documentId: payload.document_id,
    userId: payload.user_id,
    ticket: ticketOf(row.acronym, row.number),
    tenant: row.tenant,
    daysLeft: row.days_left,
    limitDate: row.limit_date,
    name: row.name,
    email: row.email,
    push: row.push,
  };
}

/**
 * The one line of a message: the document and the reason, and nothing of its content (rule G10).
 */
function noticeText({ notice, ticket, daysLeft }: Pick<NoticeFacts, 'notice' | 'ticket' | 'daysLeft'>): string {
  switch (notice) {
    case 'arrival':
      return `Novo documento ${ticket}`;
    case 'mention':
      return `Você foi mencionado em ${ticket}`;
    case 'reply':
      return `Nova resposta em ${ticket}`;
    case 'overdue':
      return `${ticket} está em atraso`;
    case 'reminder':
      return reminderText(ticket, daysLeft);
  }
}

function reminderText(ticket: string, daysLeft: number): string {
  if (daysLeft === 0) return `${ticket} vence hoje`;
  return daysLeft === 1 ? `${ticket} vence amanhã` : `${ticket} vence em ${daysLeft} dias`;
}

/** What the person should do, without any content of the document. */
function noticeBody({ notice }: Pick<NoticeFacts, 'notice'>): string {
  switch (notice) {
    case 'arrival':
      return 'Agora ele está com você.';
    case 'mention':
      return 'Abra o documento para ler.';
    case 'reply':
      return 'Abra o documento para ler a resposta.';
    case 'overdue':
      return 'A data limite já passou.';
    case 'reminder':
      return 'Responda ou conclua dentro do prazo.';
  }
}
