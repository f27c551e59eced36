// Links with which a person chooses a password: after forgetting one (rule H3; default 5), or as
// the first one, by an invitation (S209). A request only queues a job: for every address it makes
// the same statement and gets the same answer. The token is made when the message is written, so
// that only its SHA-256 is ever stored.

import { opaquePassword } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { tellPerson } from '../db/tell-person.ts';
import { problems } from '../reporting/errors.ts';
import { asTypedFirst, hasEmail, mayEnterAt } from './login.ts';
import { hasNoPassword, judgeNewPassword, type PasswordHasher } from './passwords.ts';
import { INVITATION_MS, isLiveLink, LINK_MS } from './session-store.ts';

const TOKEN_BYTES = 32;
/**
 * A mailbox gets at most one link in this time, and `LINKS_A_DAY` in a day, whatever the number and
 * origin of the requests.
 */
const ONE_EVERY_MS = 60_000;
const LINKS_A_DAY = 5;
/**
 * How many links of a person are valid at the same time: a stranger's request does not end the link
 * that the person requested.
 */
const LIVE_LINKS = 3;

/**
 * A hash over password and e-mail of an account (alias `u`), stored with each link. Another
 * password or e-mail changes it, which ends the link.
 */
const LINK_MARK = sql`sha256(convert_to(u.password_hash || ' ' || lower(u.email), 'UTF8'))`;

/**
 * Queues the message for the account, if there is an account that may log in. The keys of a day's
 * links are known beforehand, so that a request looks up a few rows, however many jobs there are.
 * While a message of the day waits for another try, the request queues none, but has that one sent
 * now, unless it is tried within the minute anyway. A message that was given up does not count.
 */
export async function requestPasswordReset(
  database: Database,
  asked: { email: string; host: string; now: number },
): Promise<void> {
  const day = new Date(asked.now).toISOString().slice(0, 10);
  const [now, lately, soon] = [0, -ONE_EVERY_MS, ONE_EVERY_MS].map((ms) => new Date(asked.now + ms).toISOString());
  await database.onceAsSystem((tx) =>
    tx.execute(sql`with account as (select tenant_id, id from users
        where ${hasEmail(asked.email)} and status = 'active' and deleted_at is null and ${mayEnterAt(asked.host)}
        order by ${asTypedFirst(asked.email)} limit 1),
      places as (select a.tenant_id, a.id, n, 'password-reset:' || a.id || ':' || ${day}::text || ':' || n as key
        from account a, generate_series(1, ${LINKS_A_DAY}::int) n),
      taken as (select j.id, p.tenant_id, p.key, j.run_at, j.done_at is not null and j.last_error is not null as given_up
        from places p join jobs j on j.tenant_id = p.tenant_id and j.key = p.key),
      hastened as (update jobs j set run_at = ${now}::timestamptz, attempts = 0
        where (j.tenant_id, j.id) in (select tenant_id, id from taken) and j.run_at > ${soon}::timestamptz
          and j.done_at is null and j.leased_until is null)
      insert into jobs (tenant_id, kind, key, payload, run_at)
      select tenant_id, 'password-reset', key, jsonb_build_object('user_id', id), ${now}::timestamptz
      from places where key not in (select key from taken)
        and not exists (select 1 from taken where run_at > ${lately}::timestamptz and not given_up)
      order by n limit 1
      on conflict (tenant_id, key) do nothing`),
  );
}

type IssuedReset = { readonly token: string; readonly name: string; readonly email: string };

/**
 * A new token, valid once and for 60 minutes, with at most two older ones of the person. null when
 * the account is gone.
 */
export async function issuePasswordReset(
  database: Database,
  person: { tenantId: number; userId: number; now: number },
): Promise<IssuedReset | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { tenantId, userId, now } = person;
  return database.asSystem(async (tx) => {
    const rows = await tx.rowsOf(
      v.object({ name: v.string(), email: v.string() }),
      sql`select name, email from users
      where tenant_id = ${tenantId} and id = ${userId} and status = 'active' and deleted_at is null`,
    );
    const account = rows[0];
    if (account === undefined) return null;
    await tx.execute(sql`insert into password_resets (token_hash, tenant_id, user_id, expires_at, mark)
      select ${hashOf(token)}, u.tenant_id, u.id, ${new Date(now + LINK_MS).toISOString()}::timestamptz, ${LINK_MARK}
      from users u where u.tenant_id = ${tenantId} and u.id = ${userId}`);
    const theirs = sql`tenant_id = ${tenantId} and user_id = ${userId} and not invitation`;
    await tx.execute(sql`delete from password_resets where ${theirs} and token_hash not in (select token_hash
      from password_resets r where ${theirs} and used_at is null and ${isLiveLink(new Date(now).toISOString())} order by expires_at desc, token_hash limit ${LIVE_LINKS}::int)`);
    return { token, ...account };
  });
}

type ResetRequest = {
  readonly email: string;
  readonly token: string;
  readonly password: string;
  readonly password_confirmation: string;
};

const Owner = v.object({ tenant_id: v.number(), user_id: v.number() });

/**
 * Sets the new password and ends every session of the person. Throws 422 on `token` or `password`.
 */
export async function resetPassword(
  parts: { readonly database: Database; readonly passwords: PasswordHasher },
  request: ResetRequest & { readonly now: number },
): Promise<{ userId: number }> {
  const { database } = parts;
  const refusal = judgeNewPassword(request.password, request.email);
  if (refusal !== null) throw problems.refused({ kind: 'refused', refusals: [refusal] });
  if (opaquePassword(request.password) !== opaquePassword(request.password_confirmation)) {
    throw problems.invalid({ password_confirmation: ['As senhas não são iguais.'] });
  }
  const at = new Date(request.now).toISOString();
  const good = sql`r.token_hash = ${hashOf(request.token)} and r.used_at is null and ${isLiveLink(at)}
    and u.tenant_id = r.tenant_id and u.id = r.user_id and r.mark = ${LINK_MARK} and ${hasEmail(request.email)}
    and u.status = 'active' and u.deleted_at is null`;
  const known = await database.onceAsSystem((tx) =>
    tx.execute(sql`select 1 from password_resets r, users u where ${good}`),
  );
  if (known.rows.length === 0) throw badToken();
  const passwordHash = await parts.passwords.hash(request.password, request);
  return database.asSystem(async (tx) => {
    const rows = await tx.rowsOf(
      Owner,
      sql`update password_resets r set used_at = ${at} from users u
      where ${good} returning r.tenant_id, r.user_id`,
    );
    const owner = rows[0];
    // Another request used the token while the password was being hashed.
    if (owner === undefined) throw badToken();
    const { tenant_id, user_id } = owner;
    await tx.execute(sql`update users set password_hash = ${passwordHash}
      where tenant_id = ${tenant_id} and id = ${user_id}`);
    await tx.execute(sql`delete from sessions where tenant_id = ${tenant_id} and user_id = ${user_id}`);
    const told = { changed: ['password'], by: 'oneself', now: request.now } as const;
    await tellPerson(tx, { tenantId: tenant_id, userId: user_id, ...told });
    return { userId: user_id };
  });
}

function badToken() {
  return problems.invalid({ token: ['O link expirou ou já foi usado. Peça um novo.'] });
}

function hashOf(token: string): Buffer {
  return createHash('sha256')
    .update(isSlipCode(token) ? token.trim().toUpperCase() : token)
    .digest();
}

/** Where a link is used, below the address of the server. */
export function linkPath(token: string, email: string): string {
  return `/password-reset/${token}?email=${encodeURIComponent(email)}`;
}

type Invited = { readonly tenantId: number; readonly now: number };

/**
 * Invites people: an invitation is a link that lasts for days. Each one ends the earlier ones of
 * its person, and the first password ends it. Queues the messages: one a day for each address of a
 * person. Returns how many were queued.
 */
export async function queueInvitations(
  tx: Transaction,
  { tenantId, userIds, now }: Invited & { readonly userIds: readonly number[] },
): Promise<number> {
  const at = new Date(now).toISOString();
  const { rows } = await tx.execute(sql`insert into jobs (tenant_id, kind, key, payload, run_at)
    select u.tenant_id, 'invitation', 'invitation:' || u.id || ':' || ${at.slice(0, 10)}::text || ':' || md5(lower(u.email)),
      jsonb_build_object('user_id', u.id), ${at}::timestamptz
    from users u where u.tenant_id = ${tenantId} and u.id = any(${sql.param([...userIds])}::bigint[])
    on conflict (tenant_id, key) do nothing returning 1`);
  return rows.length;
}

/**
 * Makes a new code on paper for each of these people; returns the codes by people's ids.
 * Invitations by e-mail that were not sent yet end, also for `mail retry`, because sending one
 * would end the code. The caller has judged that the people may be invited.
 */
export async function issueSlips(
  tx: Transaction,
  { tenantId, userIds, now }: Invited & { readonly userIds: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  const codes = new Map(userIds.map((id) => [id, newSlipCode()]));
  await tx.execute(sql`update jobs set done_at = ${new Date(now).toISOString()}::timestamptz, last_error = null
    where tenant_id = ${tenantId} and kind = 'invitation' and (done_at is null or last_error is not null)
      and (payload ->> 'user_id')::bigint = any(${sql.param([...userIds])}::bigint[])`);
  await keepTokens(tx, { tenantId, now, tokens: codes });
  return codes;
}

const Account = v.object({ name: v.string(), email: v.string(), tenant: v.string() });
type IssuedInvitation = v.InferOutput<typeof Account> & { readonly token: string };

/**
 * The link of an invitation, made when its message is written. null when the person has a password
 * by now or may not log in, or a code on paper has ended the message.
 */
export function issueInvitation(
  database: Database,
  { tenantId, jobId, userId, now }: Invited & { readonly jobId: number; readonly userId: number },
): Promise<IssuedInvitation | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return database.asSystem(async (tx) => {
    const [account] = await tx.rowsOf(
      Account,
      sql`select u.name, u.email, t.name as tenant from users u join tenants t on t.id = u.tenant_id
        where u.tenant_id = ${tenantId} and u.id = ${userId} and u.status = 'active' and u.deleted_at is null
          and ${hasNoPassword()}`,
    );
    const open = await tx.rowsOf(
      v.object({}),
      sql`select from jobs where tenant_id = ${tenantId} and id = ${jobId} and done_at is null for update`,
    );
    if (account === undefined || open.length === 0) return null;
    await keepTokens(tx, { tenantId, now, tokens: new Map([[userId, token]]) });
    return { token, ...account };
  });
}

async function keepTokens(
  tx: Transaction,
  { tenantId, now, tokens }: Invited & { readonly tokens: ReadonlyMap<number, string> },
): Promise<void> {
  const given = [...tokens].map(([id, token]) => ({ id, hash: hashOf(token).toString('hex') }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id bigint, hash text)`;
  await tx.execute(sql`delete from password_resets r using ${rows}
    where r.tenant_id = ${tenantId} and r.user_id = g.id and r.invitation`);
  await tx.execute(sql`insert into password_resets (token_hash, tenant_id, user_id, expires_at, mark, invitation)
    select decode(g.hash, 'hex'), u.tenant_id, u.id, ${new Date(now + INVITATION_MS).toISOString()}::timestamptz,
      ${LINK_MARK}, true
    from ${rows} join users u on u.tenant_id = ${tenantId} and u.id = g.id`);
}

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE = /^\s*(?:[2-9a-hj-np-z]{4}-){3}[2-9a-hj-np-z]{4}\s*$/i;

// The code of an invitation on paper: 16 characters that a person can type, without letters that
// look like digits.

/** A new code, `K7QM-2B4D-XW9F-3HTR`: 80 bits. */
function newSlipCode(): string {
  const part = (): string => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [part(), part(), part(), part()].join('-');
}

/** Whether a text has the form of a code on paper, in capitals or not. */
function isSlipCode(text: string): boolean {
  return CODE.test(text);
}
