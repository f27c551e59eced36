import { INVITATION_DAYS } from '#contract/import.ts';
import { clockAt, dayAt, isCalendarDay } from '#domain/dates.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { addressAt } from '../config/config.ts';
import { TOLD_CHANGES } from '../db/tell-person.ts';
import { accountMessage, invitationMessage, passwordResetMessage } from '../mail/messages.ts';
import { issueInvitation, issuePasswordReset, linkPath } from '../sessions/password-reset.ts';
import { gatherNotices } from './gather-notices.ts';
import type { JobParts } from './job-parts.ts';
import type { Job } from './job-store.ts';
import { planReminders } from './plan-reminders.ts';
import { mailChief, planChiefMails } from './tell-chiefs.ts';
import { mailDigest, mailNotice, sendPush } from './tell-notices.ts';

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
export async function performJob(server: JobParts, job: Job): Promise<void> {
  const parts = { ...server, publicUrl: addressAt(server.publicUrl, job.host) };
  switch (job.kind) {
    case 'push':
      return sendPush(parts, job);
    case 'notices':
      return gatherNotices(parts.database, { tenantId: job.tenant_id, payload: job.payload, now: parts.clock() });
    case 'notice-mail':
    case 'deadline-mail':
      return mailNotice(parts, job);
    case 'digest-mail':
      return mailDigest(parts, job);
    case 'chief-mail':
      return mailChief(parts, job);
    case 'password-reset':
      return mailPasswordReset(parts, job);
    case 'account-mail':
      return mailAccount(parts, job);
    case 'invitation':
      return mailInvitation(parts, job);
    case 'reminders':
      return planDay(parts, job);
  }
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
  const invited = await issueInvitation(parts.database, {
    tenantId: job.tenant_id,
    jobId: job.id,
    userId,
    now: parts.clock(),
  });
  if (invited === null) return;
  const { name, email, tenant, token } = invited;
  const link = parts.publicUrl + linkPath(token, email);
  await parts.mailer.send(invitationMessage({ name, email }, { link, tenant, days: INVITATION_DAYS }));
}

const Account = v.object({ name: v.string(), email: v.string(), time_zone: v.string() });

/**
 * Tells a person by e-mail that their account was changed: at its present address, or at the
 * earlier one that the job names (`to`). A deleted account gets no mail.
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

async function planDay(parts: JobParts, job: Job): Promise<void> {
  const { day } = v.parse(ForDay, job.payload);
  const plan = { tenantId: job.tenant_id, day, now: parts.clock() };
  await planReminders(parts.database, plan);
  await planChiefMails(parts.database, plan);
}
