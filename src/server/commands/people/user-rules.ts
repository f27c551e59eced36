// Rules that several commands on people share: passwords, e-mails, accounts with more permissions,
// the last Super Admin, the quota of people, sessions to end, and names to keep.

import { peopleQuotaText, REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { canChangeAccount, SUPER_ADMIN } from '#domain/permissions.ts';
import { emailOf, lineOf } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { isUniqueViolation, type Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/json.ts';
import type { Actor } from '../../policies/actor.ts';
import { problems } from '../../reporting/errors.ts';
import { createPasswordHasher, judgeNewPassword } from '../../sessions/passwords.ts';

const hasher = createPasswordHasher();

/**
 * Judges and hashes a new password (rule H6). `email` is null when it is not known yet;
 * guardPassword must follow then.
 */
export function hashNewPassword(password: string, of: { actor: Actor; email: string | null }): Promise<string> {
  const { actor, email } = of;
  const refusal = judgeNewPassword(password, email ?? '');
  if (refusal !== null) throw problems.invalid({ password: [REFUSAL_TEXT[refusal.code]] });
  return hasher.hash(password, actor);
}

/** Throws when the password is the person's present e-mail. */
export async function guardPassword(
  tx: Transaction,
  change: { actor: Actor; id: number; password: string },
): Promise<void> {
  const refusal = judgeNewPassword(change.password, await storedEmail(tx, change));
  if (refusal !== null) throw problems.invalid({ password: [REFUSAL_TEXT[refusal.code]] });
}

async function storedEmail(tx: Transaction, { actor, id }: { actor: Actor; id: number }): Promise<string> {
  const rows = await tx.rowsOf(
    v.object({ email: v.string() }),
    sql`select email from users where tenant_id = ${actor.tenantId} and id = ${id}`,
  );
  return rows[0]?.email ?? '';
}

/** Whether two spellings are one address, as the unique index of e-mails has it (rule H7). */
export function isSameEmail(one: string, other: string): boolean {
  return emailOf(one).toLowerCase() === emailOf(other).toLowerCase();
}

/**
 * Runs `work` and turns a violated constraint into a refusal: e-mails are unique across tenants
 * (rule H7).
 */
export async function uniqueEmail<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'users')) throw problems.invalid({ email: [REFUSAL_TEXT.email_taken] });
    throw error;
  }
}

const Account = v.object({
  email: v.string(),
  status: v.string(),
  roles: v.array(v.object({ id: v.number(), name: v.string(), permissions: v.array(v.object({ name: v.string() })) })),
});
type Account = v.InferOutput<typeof Account>;

/** The accounts among `ids` that the actor may not change (rule B8); never the actor's own. */
async function higherAccounts(tx: Transaction, { actor, ids }: { actor: Actor; ids: readonly number[] }) {
  const rows = await tx.rowsOf(
    Account,
    sql`select u.email, u.status, coalesce((
      select json_agg(json_build_object('id', r.id, 'name', r.name, 'permissions', coalesce((
        select json_agg(json_build_object('name', p.name)) from unnest(r.permissions) as p (name)), '[]'::json))
        order by x.position)
      from user_roles x join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
      where x.tenant_id = u.tenant_id and x.user_id = u.id), '[]'::json) as roles
    from users u where u.tenant_id = ${actor.tenantId} and u.id = ${anyOf(ids)} and u.id <> ${actor.userId}`,
  );
  return rows.filter((account) => !canChangeAccount(actor.roles, account.roles));
}

// Checks on accounts of people with more permissions (rule B8; S20). The caller has locked the rows
// of the accounts, so their roles stay the same until the commit.

/**
 * Throws 422 when one of the accounts to switch or delete belongs to a person with more
 * permissions. Then none of them is changed.
 */
export async function guardHigher(
  tx: Transaction,
  change: { actor: Actor; ids: readonly number[]; field: string },
): Promise<void> {
  if ((await higherAccounts(tx, change)).length > 0)
    throw problems.invalid({ [change.field]: [REFUSAL_TEXT.higher_account] });
}

/**
 * Fields that only people with at least the same permissions may change. undefined, or an empty
 * password, means that the request leaves the field out.
 */
type GuardedFields = {
  readonly email: string | undefined;
  readonly password: string;
  readonly status: ActiveStatus | undefined;
  readonly roles: readonly (number | string)[] | undefined;
};

/**
 * Throws 422 when the request changes a guarded field of a person with more permissions. A field
 * that keeps its value is no change.
 */
export async function guardHigherFields(
  tx: Transaction,
  change: { actor: Actor; id: number; fields: GuardedFields },
): Promise<void> {
  const { actor, id, fields } = change;
  const [account] = await higherAccounts(tx, { actor, ids: [id] });
  if (account === undefined) return;
  const refused = {
    password: fields.password !== '',
    email: fields.email !== undefined && !isSameEmail(fields.email, account.email),
    roles: fields.roles !== undefined && !isSame(fields.roles, account.roles),
    status: fields.status !== undefined && fields.status !== account.status,
  };
  const errors = Object.entries(refused).filter(([, isRefused]) => isRefused);
  if (errors.length > 0)
    throw problems.invalid(Object.fromEntries(errors.map(([field]) => [field, [REFUSAL_TEXT.higher_account]])));
}

/** Whether the roles, named by id or by name, are those of the account in the same order. */
function isSame(named: readonly (number | string)[], held: Account['roles']): boolean {
  if (named.length !== held.length) return false;
  return held.every(({ id, name }, place) => [String(id), name].includes(lineOf(String(named[place]))));
}

/**
 * Throws 422 when a change has left the tenant without an active Super Admin (rule B10). Called
 * after the change, inside its transaction. An advisory lock of the tenant comes first, so that of
 * two people who demote each other only one succeeds.
 */
export async function guardSuperAdmins(tx: Transaction, change: { actor: Actor; field: string }): Promise<void> {
  const { tenantId } = change.actor;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('super-admins', ${tenantId}))`);
  const { rows } = await tx.execute(sql`select 1 from users u
    join user_roles x on x.tenant_id = u.tenant_id and x.user_id = u.id
    join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
    where u.tenant_id = ${tenantId} and u.status = 'active' and u.deleted_at is null and r.name = ${SUPER_ADMIN} limit 1`);
  if (rows.length === 0) {
    throw problems.invalid({ [change.field]: ['O órgão precisa de ao menos um Super Admin ativo.'] });
  }
}

/**
 * Runs `work`, and throws 422 when the tenant then has more active people than its quota and more
 * than before. The tenant's row is locked first, so that of two requests for the last free place
 * only one succeeds.
 */
export async function withinPeopleQuota<Answer>(
  tx: Transaction,
  { actor, field }: { actor: Actor; field: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { tenantId } = actor;
  const [quota] = await tx.rowsOf(
    v.object({ most: v.number() }),
    sql`select people_quota as most from tenants where id = ${tenantId} and people_quota is not null for no key update`,
  );
  if (quota === undefined) return work();
  const before = await activePeople(tx, tenantId);
  const answer = await work();
  const after = await activePeople(tx, tenantId);
  if (after > quota.most && after > before) throw problems.invalid({ [field]: [peopleQuotaText(quota.most)] });
  return answer;
}

async function activePeople(tx: Transaction, tenantId: number): Promise<number> {
  const [row] = await tx.rowsOf(
    v.object({ people: v.number() }),
    sql`select count(*)::int as people from users
      where tenant_id = ${tenantId} and status = 'active' and deleted_at is null`,
  );
  return row?.people ?? 0;
}

/** Refuses deleting, deactivating or demoting oneself, also in bulk (rule B10). */
export function guardOneself(change: { actor: Actor; ids: readonly number[]; field: string }): void {
  if (change.ids.includes(change.actor.userId)) {
    throw problems.invalid({ [change.field]: [REFUSAL_TEXT.own_account] });
  }
}

/**
 * Records that what these people may see has shrunk or moved, so that their devices walk everything
 * again (src/sync/promises.md, Pull).
 */
export async function bumpScope(tx: Transaction, people: { actor: Actor; ids: readonly number[] }): Promise<void> {
  if (people.ids.length === 0) return;
  await tx.execute(sql`update users set scope_epoch = scope_epoch + 1
    where tenant_id = ${people.actor.tenantId} and id = ${anyOf(people.ids)}`);
}

/**
 * Ends the people's live sessions, and with them push on their devices. `keep` is the hash of the
 * session that stays (rules B11, B12, H5).
 */
export async function endSessions(
  tx: Transaction,
  people: { actor: Actor; ids: readonly number[]; keep?: Buffer },
): Promise<void> {
  const kept = people.keep === undefined ? sql`` : sql` and token_hash <> ${people.keep}`;
  await tx.execute(sql`delete from sessions
    where tenant_id = ${people.actor.tenantId} and user_id = ${anyOf(people.ids)}${kept}`);
}

type PersonFields = {
  readonly name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
};

type NotedChanges = {
  /** Names, as on the wire, of the fields whose values change. */
  readonly fields: readonly string[];
  /** The e-mail before the change; undefined when the e-mail stays the same. */
  readonly emailBefore: string | undefined;
};

const Before = v.object({ name: v.string(), last_name: v.string(), email: v.string() });

/**
 * Compares the fields to be written with the stored ones, and stores the former name when the name
 * changes (S155). The caller has locked the person's row, and has not written it yet.
 */
export async function noteChanges(
  tx: Transaction,
  change: { actor: Actor; id: number; now: number; written: PersonFields },
): Promise<NotedChanges> {
  const { actor, id, written } = change;
  const wanted = [written.name, written.last_name, written.email].some((value) => value !== undefined);
  const [before] = wanted
    ? await tx.rowsOf(
        Before,
        sql`select name, last_name, email from users where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
    : [];
  if (before === undefined) return { fields: [], emailBefore: undefined };
  const fields = (['name', 'last_name', 'email'] as const).filter(
    (field) => written[field] !== undefined && written[field] !== before[field],
  );
  if (fields.includes('name') || fields.includes('last_name')) {
    await tx.execute(sql`insert into former_names (tenant_id, user_id, name, last_name, until, changed_by)
      values (${actor.tenantId}, ${id}, ${before.name}, ${before.last_name},
        ${new Date(change.now).toISOString()}::timestamptz, ${actor.userId})`);
  }
  const isReaddressed = written.email !== undefined && !isSameEmail(written.email, before.email);
  return { fields, emailBefore: isReaddressed ? before.email : undefined };
}
