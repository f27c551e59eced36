// Sends the messages about documents: pushes, e-mails and the digest. Their documents are read when
// they are sent, which may be days after they were queued. A document to which the message no
// longer applies is left out.

import { dayAt, type CalendarDay } from '#domain/dates.ts';
import {
  DEADLINE_NOTICES,
  type DeadlineNotice,
  EFFECT_NOTICES,
  type EffectNotice,
  NOTICE_REASONS,
  type NoticeReason,
  NOTICES,
} from '#domain/notices.ts';
import { ticketOf } from '#domain/ticket.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { deadlineMessage, digestMessage, type ListedDocument, noticeMessage } from '../mail/messages.ts';
import { viewerOf } from '../policies/actor.ts';
import { visibleTo } from '../policies/visibility.ts';
import { actorOfRow, ownPersonQuery, SessionPersonRow } from '../sessions/session-person.ts';
import type { JobParts } from './job-parts.ts';
import type { Job } from './job-store.ts';
import { deadlineHeadline, headlineOf, pushBody, reasonText } from './notice-words.ts';

const Named = v.object({ id: v.number(), reason: v.picklist(NOTICE_REASONS) });

const Payload = v.object({
  notice: v.picklist(NOTICES),
  user_id: v.number(),
  document_id: v.number(),
  /** Absent in a message about a limit date, and in one that an earlier version queued. */
  documents: v.optional(v.array(Named)),
  /** The device to which a push goes. */
  subscription_id: v.optional(v.number()),
  /** Days until the limit date when the message was planned. */
  days_left: v.optional(v.number()),
  /**
   * The reminder day for which the message stands, in days before the limit date. A reminder that
   * was moved from a day off is sent earlier than that. null for an overdue document.
   */
  stage: v.optional(v.nullable(v.number())),
  limit_date: v.optional(v.string()),
});
type Payload = v.InferOutput<typeof Payload>;

const DigestPayload = v.object({
  user_id: v.number(),
  notices: v.array(v.object({ notice: v.picklist(NOTICES), id: v.number(), reason: v.picklist(NOTICE_REASONS) })),
});

type Person = {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly acronym: string;
  /** The public body's name. */
  readonly tenant: string;
  readonly today: CalendarDay;
  /** The days before a limit date on which the tenant reminds of it. */
  readonly reminderDays: readonly number[];
};

const Fact = v.object({
  id: v.number(),
  number: v.number(),
  origin: v.nullable(v.string()),
  limit_date: v.string(),
  days_left: v.number(),
  completed: v.boolean(),
  wrote: v.boolean(),
  holds: v.boolean(),
});
type Fact = v.InferOutput<typeof Fact>;

/** A document of a message: what is true of it now, and why the person is told of it. */
type Entry = Fact & { readonly reason: NoticeReason; readonly ticket: string };

/** Sends a push about one document or several. Removes a subscription that has ended. */
export async function sendPush(parts: JobParts, job: Job): Promise<void> {
  const payload = v.parse(Payload, job.payload);
  const found = await parts.database.inTenant(job.tenant_id, async (tx) => {
    const message = await readMessage(tx, { job, payload, now: parts.clock() });
    const device = message === null ? null : await readDevice(tx, { job, payload, now: parts.clock() });
    return message === null || device === null ? null : { ...message, device };
  });
  if (found === null) return;
  const { documents, device, title } = found;
  const [first, ...others] = documents;
  const isOne = others.length === 0;
  const notice = {
    title,
    body: pushBody(payload.notice, { reasons: reasonsOf(documents), documents: documents.length }),
    navigate: isOne ? linkTo(parts, first) : `${parts.publicUrl}/admin/home?painel=avisos`,
    tag: isOne ? first.ticket : payload.notice,
  };
  if ((await parts.push.send(device.subscription, notice)) === 'sent') return;
  // Another subscription may have taken the place of this one while the push service was asked;
  // that one is not removed.
  await parts.database.inTenant(job.tenant_id, (tx) =>
    tx.execute(sql`delete from push_subscriptions
      where tenant_id = ${job.tenant_id} and id = ${device.id} and subscription = ${device.subscription}`),
  );
}

/** Sends an e-mail about what others did with one document or several, or about a limit date. */
export async function mailNotice(parts: JobParts, job: Job): Promise<void> {
  const payload = v.parse(Payload, job.payload);
  const found = await parts.database.inTenant(job.tenant_id, (tx) =>
    readMessage(tx, { job, payload, now: parts.clock() }),
  );
  if (found === null) return;
  const { person, documents, title } = found;
  const about = {
    headline: title,
    tenant: person.tenant,
    why: reasonText(reasonsOf(documents), documents.length),
    choices: choicesLink(parts),
  };
  const [{ limit_date: limitDate, ...first }] = documents;
  await parts.mailer.send(
    isDeadline(payload.notice)
      ? deadlineMessage(person, { ...about, limitDate, link: linkTo(parts, first) })
      : noticeMessage(person, {
          ...about,
          documents: documents.map((one) => listed(parts, one)),
          isAlways: payload.notice === 'arrival',
        }),
  );
}

/** Sends the digest of one day. Nothing is sent when none of its notices applies any more. */
export async function mailDigest(parts: JobParts, job: Job): Promise<void> {
  const { user_id: userId, notices } = v.parse(DigestPayload, job.payload);
  const read = await parts.database.inTenant(job.tenant_id, async (tx) => {
    const reader = await readPerson(tx, { tenantId: job.tenant_id, userId, now: parts.clock() });
    if (reader === null) return null;
    return { person: reader.person, facts: await reader.read(notices.map(({ id }) => id)) };
  });
  if (read === null) return;
  const { person, facts } = read;
  const toldOf = (kinds: readonly string[], isTrue: (fact: Fact) => boolean): Entry[] =>
    notices.flatMap(({ notice, id, reason }) => {
      const fact = facts.get(id);
      return kinds.includes(notice) && fact !== undefined && isTrue(fact) ? [toldBy(person, fact, reason)] : [];
    });
  const due = toldOf(DEADLINE_NOTICES, (fact) => !fact.completed);
  const sections = [
    ...EFFECT_NOTICES.map((notice) => ({ notice, told: toldOf([notice], (fact) => isStill(notice, fact)) })).flatMap(
      ({ notice, told }) => {
        const [first, ...others] = told.map(({ ticket }) => ticket);
        return first === undefined
          ? []
          : [{ title: headlineOf(notice, [first, ...others]), documents: told.map((one) => listed(parts, one)) }];
      },
    ),
    ...due.map((one) => ({ title: deadlineHeadline(one.ticket, one.days_left), documents: [listed(parts, one)] })),
  ];
  if (sections.length === 0) return;
  const { tenant, today } = person;
  await parts.mailer.send(digestMessage(person, { day: today, tenant, sections, choices: choicesLink(parts) }));
}

const choicesLink = ({ publicUrl }: JobParts): string => `${publicUrl}/admin/profile?aba=avisos`;

const linkTo = ({ publicUrl }: JobParts, { id }: Pick<Fact, 'id'>): string => `${publicUrl}/admin/view-document/${id}`;

function listed(parts: JobParts, told: Entry): ListedDocument {
  return { ticket: told.ticket, sector: told.origin, link: linkTo(parts, told) };
}

const reasonsOf = (told: readonly Entry[]): NoticeReason[] => told.map(({ reason }) => reason);

const isDeadline = (notice: Payload['notice']): notice is DeadlineNotice =>
  (DEADLINE_NOTICES as readonly string[]).includes(notice);

function toldBy({ acronym }: Person, fact: Fact, reason: NoticeReason): Entry {
  return { ...fact, reason, ticket: ticketOf(acronym, fact.number) };
}

/** Whether the notice is still true of the document. */
function isStill(notice: EffectNotice, fact: Fact): boolean {
  if (notice === 'arrival') return fact.holds;
  if (notice === 'completion') return fact.completed;
  return notice !== 'reopening' || !fact.completed;
}

type Question = { readonly job: Job; readonly payload: Payload; readonly now: number };

type NoticeMessage = {
  readonly person: Person;
  readonly documents: readonly [Entry, ...Entry[]];
  readonly title: string;
};

/**
 * The message as things are now. null when it no longer applies to any of its documents, or its
 * person is inactive or deleted.
 */
async function readMessage(tx: Transaction, { job, payload, now }: Question): Promise<NoticeMessage | null> {
  const { notice, user_id: userId } = payload;
  const reader = await readPerson(tx, { tenantId: job.tenant_id, userId, now });
  if (reader === null) return null;
  const { person } = reader;
  const named = payload.documents ?? [{ id: payload.document_id, reason: null }];
  const facts = await reader.read(named.map(({ id }) => id));
  const told = named.flatMap(({ id, reason }) => {
    const fact = facts.get(id);
    return fact === undefined ? [] : [toldBy(person, fact, reason ?? reasonOf(notice, fact))];
  });
  if (isDeadline(notice)) {
    const [one] = told;
    const { reminderDays } = person;
    if (one === undefined || !(await isDue(tx, { tenantId: job.tenant_id, payload, fact: one, reminderDays })))
      return null;
    return { person, documents: [one], title: deadlineHeadline(one.ticket, one.days_left) };
  }
  const [first, ...others] = told.filter((one) => isStill(notice, one));
  if (first === undefined) return null;
  const documents = [first, ...others] as const;
  return { person, documents, title: headlineOf(notice, [first.ticket, ...others.map(({ ticket }) => ticket)]) };
}

/** The reason for a message whose payload has none. */
function reasonOf(notice: Payload['notice'], { holds }: Fact): NoticeReason {
  if (notice === 'mention') return 'mentioned';
  return holds ? 'holds' : 'wrote';
}

type Reader = {
  readonly person: Person;
  /** Those of the documents that the person sees, by id. */
  readonly read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Fact>>;
};

/** The person of a message; null when they are inactive or deleted. */
async function readPerson(
  tx: Transaction,
  { tenantId, userId, now }: { tenantId: number; userId: number; now: number },
): Promise<Reader | null> {
  const [row] = await tx.rowsOf(SessionPersonRow, ownPersonQuery({ tenantId, userId, loginId: null }));
  if (row === undefined) return null;
  const { name, email, tenant } = row;
  const today = dayAt(now, tenant.time_zone);
  const viewer = viewerOf(actorOfRow(row, null));
  const read = async (ids: readonly number[]) => {
    const rows = await tx.rowsOf(
      Fact,
      sql`select d.id, d.number, o.acronym as origin, d.limit_date::text as limit_date,
        d.limit_date - ${today}::date as days_left, d.stored_status = 'completed' as completed,
        d.created_by = ${userId} as wrote, exists (select from document_responsibles r where r.tenant_id = d.tenant_id
          and r.document_id = d.id and r.user_id = ${userId} and r.current) as holds
      from documents d
      left join organizations o on o.tenant_id = d.tenant_id and o.id = d.origin_organization_id
      where ${visibleTo(viewer, 'few')} and d.id = any(${sql.param([...ids])}::bigint[])`,
    );
    return new Map(rows.map((fact) => [fact.id, fact]));
  };
  const { acronym, reminder_days: reminderDays } = tenant;
  return { person: { userId, name, email, acronym, tenant: tenant.name, today, reminderDays }, read };
}

const Device = v.object({ id: v.number(), subscription: v.string() });

/**
 * The device of a push; null when it has logged out, belongs to another person now, or its session
 * has expired.
 */
async function readDevice(
  tx: Transaction,
  { job, payload, now }: Question,
): Promise<v.InferOutput<typeof Device> | null> {
  const [device] = await tx.rowsOf(
    Device,
    sql`select p.id, p.subscription from push_subscriptions p join sessions s on s.token_hash = p.session_hash
      where p.tenant_id = ${job.tenant_id} and p.user_id = ${payload.user_id} and p.id = ${payload.subscription_id ?? null}
        and s.expires_at > ${new Date(now).toISOString()}::timestamptz`,
  );
  return device ?? null;
}

type DeadlineFact = { readonly payload: Payload; readonly fact: Fact; readonly reminderDays: readonly number[] };

/**
 * Whether a message about a limit date still applies. The person has the document or wrote it, it
 * is open, and its limit date has not moved. An overdue notice needs a document that is overdue. A
 * reminder ends when a later one is queued, or is planned for today.
 */
async function isDue(tx: Transaction, about: DeadlineFact & { readonly tenantId: number }): Promise<boolean> {
  const { tenantId, payload, fact } = about;
  if (fact.completed || fact.limit_date !== payload.limit_date || !(fact.wrote || fact.holds)) return false;
  if (payload.notice === 'overdue') return fact.days_left < 0;
  if (isTurnOfNext(about)) return false;
  const [later] = await tx.rowsOf(
    v.object({ any: v.boolean() }),
    sql`select exists (select from jobs j where j.tenant_id = ${tenantId}
      and j.key in (select jsonb_array_elements_text(${JSON.stringify(keysAfter(payload))}::jsonb))) as any`,
  );
  return later?.any === false;
}

/** Whether this is the day on which a later message about the same limit date is planned. */
function isTurnOfNext({ payload, fact, reminderDays }: DeadlineFact): boolean {
  const { stage, days_left: planned } = payload;
  // A reminder that was moved from a day off counts by the day for which it stands.
  const own = stage ?? planned;
  const isLater = own !== undefined && fact.days_left < own;
  return isLater && (fact.days_left < 0 || reminderDays.includes(fact.days_left));
}

/**
 * The keys of the messages that come after this one, to the same person about the same limit date.
 */
function keysAfter(payload: Payload): string[] {
  const { document_id, user_id, limit_date, subscription_id: device } = payload;
  const stage = payload.stage ?? payload.days_left ?? 0;
  const way = device === undefined ? 'deadline-mail' : 'push';
  const later = [...Array.from({ length: stage }, (_, days) => String(days)), 'overdue'];
  const end = device === undefined ? '' : `:${device}`;
  return later.map((one) => `${way}:${document_id}:${user_id}:${limit_date}:${one}${end}`);
}
