import { INVITATION_DAYS } from '#contract/import.ts';
import { clockAt, dayAt, isCalendarDay } from '#domain/dates.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { TOLD_CHANGES } from '../db/tell-person.ts';
import { accountMessage, deadlineMessage, invitationMessage, passwordResetMessage } from '../mail/messages.ts';
import { issueInvitation, issuePasswordReset, linkPath } from '../sessions/password-reset.ts';
import type { JobParts } from './job-parts.ts';
import type { Job } from './job-store.ts';
import { noticeBody, noticeText } from './notice-text.ts';
import { planReminders } from './plan-reminders.ts';
import { readNotice, type NoticeFacts } from './read-notice.ts';

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
  const { name, email, limitDate } = facts;
  await parts.mailer.send(
    deadlineMessage({ name, email }, { headline: noticeText(facts), limitDate, link: linkTo(parts, facts) }),
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
 * Tells the person of a change of the account, at its address of now or at the one before. A
 * deleted account is told nothing.
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
