// What the operator does for people of a tenant: lists, sheets, invitations, links, another e-mail.
// Writes stand in the tenant's audit under its first Super Admin, with the console as the device.

import type { ImportReport, InvitationAnswer } from '#contract/import.ts';
import { INVITED_MAX } from '#contract/import.ts';
import { UserInput } from '#contract/reference-writes.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import { acronymOf, emailOf } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import * as v from 'valibot';
import { recordAccesses } from '../accesses/record-access.ts';
import { uniqueEmail } from '../commands/people/user-rules.ts';
import type { Config } from '../config/config.ts';
import { type Database, withDatabase } from '../db/database.ts';
import { tellPerson } from '../db/tell-person.ts';
import type { FileStore } from '../files/file-store.ts';
import { importPeople, importSectors } from '../import/import-sheet.ts';
import { invitablePeople, invitePeople } from '../import/invite-people.ts';
import { stampChange } from '../once/change-counter.ts';
import type { Actor } from '../policies/actor.ts';
import { createLog } from '../reporting/log.ts';
import { hasEmail } from '../sessions/login.ts';
import { issuePasswordReset, linkPath } from '../sessions/password-reset.ts';
import { actorOfRow, personQuery, SessionPersonRow } from '../sessions/session-person.ts';
import { openReceiptKeys } from '../signing/receipt-keys.ts';
import { noTenant } from './tenant-state.ts';

/** The device that the audit names for acts of the command line. */
export const CONSOLE = 'console do servidor';

export type PeopleParts = {
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  readonly config: Config;
  readonly now: number;
  readonly secret: () => string;
};

const Listed = v.object({
  name: v.string(),
  email: v.string(),
  sector: v.nullable(v.string()),
  roles: v.array(v.string()),
  status: v.string(),
  last_login_at: v.nullable(v.string()),
});
export type ListedPerson = v.InferOutput<typeof Listed>;

/** The people of a tenant whose name or e-mail has `text` in it, by name. */
export function listPeople(
  { connection }: Pick<PeopleParts, 'connection'>,
  { acronym, text }: { acronym: string; text: string },
): Promise<ListedPerson[]> {
  return withDatabase(connection, async (database) => {
    const tenantId = await tenantOf(database, acronym);
    return database.inTenant(tenantId, (tx) =>
      tx.rowsOf(
        Listed,
        sql`select u.name || ' ' || u.last_name as name, u.email, o.acronym as sector, u.status,
          coalesce((select json_agg(r.name order by x.position) from user_roles x
            join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
            where x.tenant_id = u.tenant_id and x.user_id = u.id), '[]'::json) as roles,
          to_char(u.last_login_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_login_at
        from users u left join organizations o on o.tenant_id = u.tenant_id and o.id = u.organization_id
        where u.tenant_id = ${tenantId} and u.deleted_at is null
          and position(lower(${text}) in lower(u.name || ' ' || u.last_name || ' ' || u.email)) > 0
        order by lower(u.name), lower(u.last_name), u.id`,
      ),
    );
  });
}

const IMPORTS = { sectors: importSectors, people: importPeople } as const;

/**
 * Judges a sheet, and writes it when `apply` is set and no line is refused. `invite`: the new
 * people are invited by e-mail in the same transaction.
 */
export function importSheet(
  { connection, files, config, now, secret }: PeopleParts,
  of: { rows: keyof typeof IMPORTS; acronym: string; sheet: Buffer; apply: boolean; invite: boolean },
): Promise<{ report: ImportReport; applied: boolean; invited: number; by: string }> {
  return withDatabase(connection, async (database) => {
    const actor = await superAdminOf(database, of.acronym);
    const receiptKeys = openReceiptKeys({ database, secret: secret(), clock: () => now });
    const command = { key: null, attempt: 1, performedAt: new Date(now).toISOString(), clockSuspect: false };
    const call = {
      actor,
      now,
      command,
      files: [],
      log: createLog('silent'),
      services: { database, files, config, receiptKeys },
    };
    const file = of.sheet.toString('base64');
    const importRows = IMPORTS[of.rows];
    const judged = await importRows({ ...call, body: { file } });
    if (judged.report === undefined) throw new Error('a planilha não foi conferida');
    const { report } = judged;
    const isWritten = of.apply && report.counts.refused === 0 && report.counts.new + report.counts.changed > 0;
    const inviting = of.invite ? { invite: true } : {};
    const body = { file, conference: report.conference, ...inviting };
    const { invited = 0 } = isWritten ? await importRows({ ...call, body }) : {};
    return { report, applied: isWritten, invited, by: actor.name };
  });
}

/**
 * Invites those who have no password yet: all of them, or those with these e-mails. By mail, or as
 * slips with codes.
 */
export function inviteByConsole(
  { connection, now }: Pick<PeopleParts, 'connection' | 'now'>,
  of: { acronym: string; emails: readonly string[] | 'all'; by: 'mail' | 'slip' },
): Promise<InvitationAnswer> {
  return withDatabase(connection, async (database) => {
    const actor = await superAdminOf(database, of.acronym);
    const known = await invitablePeople(database, { actor, now });
    const wanted = of.emails === 'all' ? null : new Set(of.emails.map((email) => emailOf(email).toLowerCase()));
    const people = known.filter(({ email }) => wanted === null || wanted.delete(email.toLowerCase()));
    if (wanted !== null && wanted.size > 0)
      throw new Error(
        `não há conta ativa e sem senha com o e-mail ${[...wanted].join(', ')} em ${acronymOf(of.acronym)}`,
      );
    const answer: InvitationAnswer = { mailed: 0, slips: [] };
    for (let at = 0; at < people.length; at += INVITED_MAX) {
      const user_ids = people.slice(at, at + INVITED_MAX).map(({ id }) => id);
      const part = await invitePeople(database, {
        actor,
        now,
        log: createLog('silent'),
        body: { user_ids, by: of.by },
      });
      answer.mailed += part.mailed;
      answer.slips.push(...part.slips);
    }
    return answer;
  });
}

/**
 * A link for a new password, to hand over by another way than e-mail. Valid once and for 60
 * minutes.
 */
export function newLink(
  { connection, now }: Pick<PeopleParts, 'connection' | 'now'>,
  email: string,
): Promise<{ path: string; host: string | null; email: string }> {
  return withDatabase(connection, async (database) => {
    const account = await accountOf(database, email);
    const { tenant_id: tenantId, id: userId, host } = account;
    const issued = await issuePasswordReset(database, { tenantId, userId, now });
    if (issued === null) throw new Error(`a conta ${account.email} está desativada`);
    const by = { tenantId, userId: (await firstSuperAdmin(database, tenantId)) ?? userId };
    await database.inTenant(tenantId, (tx) =>
      recordAccesses(tx, { actor: by, device: CONSOLE, now }, [
        { kind: 'act', act: 'update-user', about: [userId], fields: ['recovery'] },
      ]),
    );
    return { path: linkPath(issued.token, issued.email), host, email: issued.email };
  });
}

/**
 * Another e-mail for an account, also for that of the only Super Admin. Both addresses are told,
 * and links that were sent to the one before end.
 */
export function changeEmail(
  { connection, now }: Pick<PeopleParts, 'connection' | 'now'>,
  given: { from: string; to: string },
): Promise<string> {
  const to = emailOf(given.to);
  if (!v.safeParse(UserInput.entries.email, to).success) throw new Error(`${to} não é um e-mail`);
  return withDatabase(connection, async (database) => {
    const { tenant_id: tenantId, id: userId, email: before } = await accountOf(database, given.from);
    const by = { tenantId, userId: (await firstSuperAdmin(database, tenantId)) ?? userId };
    await uniqueEmail(() =>
      database.inTenant(tenantId, async (tx) => {
        await tx.execute(sql`update users set email = ${to} where tenant_id = ${tenantId} and id = ${userId}`);
        await tellPerson(tx, { tenantId, userId, changed: ['email'], by: 'another', now, emailBefore: before });
        await recordAccesses(tx, { actor: by, device: CONSOLE, now }, [
          { kind: 'act', act: 'update-user', about: [userId], fields: ['email'] },
        ]);
        await stampChange(tx, { tenantId, touched: { users: [userId] } });
      }),
    );
    return before;
  });
}

async function tenantOf(database: Database, acronym: string): Promise<number> {
  const [tenant] = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      v.object({ id: v.number() }),
      sql`select id from tenants where lower(acronym) = lower(${acronymOf(acronym)})`,
    ),
  );
  if (tenant === undefined) throw noTenant(acronym);
  return tenant.id;
}

/** The first active Super Admin of the tenant, in whose name the console writes. */
async function superAdminOf(database: Database, acronym: string): Promise<Actor> {
  const tenantId = await tenantOf(database, acronym);
  const userId = (await firstSuperAdmin(database, tenantId)) ?? 0;
  const [row] = await database.onceAsSystem((tx) =>
    tx.rowsOf(SessionPersonRow, personQuery({ tenantId, userId, loginId: null })),
  );
  if (row === undefined) throw new Error(`${acronymOf(acronym)} está suspenso, ou não tem um Super Admin ativo`);
  return actorOfRow(row, null);
}

async function firstSuperAdmin(database: Database, tenantId: number): Promise<number | null> {
  const [first] = await database.inTenant(tenantId, (tx) =>
    tx.rowsOf(
      v.object({ id: v.number() }),
      sql`select u.id from users u join user_roles x on x.tenant_id = u.tenant_id and x.user_id = u.id
        join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
        where u.tenant_id = ${tenantId} and u.status = 'active' and u.deleted_at is null and r.name = ${SUPER_ADMIN}
        order by u.id limit 1`,
    ),
  );
  return first?.id ?? null;
}

const Account = v.object({ tenant_id: v.number(), id: v.number(), email: v.string(), host: v.nullable(v.string()) });

async function accountOf(database: Database, email: string): Promise<v.InferOutput<typeof Account>> {
  const [account] = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      Account,
      sql`select tenant_id, id, email, (select t.host from tenants t where t.id = users.tenant_id) as host from users
        where ${hasEmail(email)} and deleted_at is null limit 1`,
    ),
  );
  if (account === undefined) throw new Error(`não há conta com o e-mail ${email}`);
  return account;
}
