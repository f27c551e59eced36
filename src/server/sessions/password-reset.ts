// Forgotten passwords (rule H3; default 5). A request only queues a job: for every address it makes
// the same statement and gets the same answer. The token is made when the message is written, so
// that only its SHA-256 is ever stored.

import { opaquePassword } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { tellPerson } from '../db/tell-person.ts';
import type { Database } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import { isSlipCode } from './slip-code.ts';
import { asTypedFirst, hasEmail } from './has-email.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import { isLiveLink, LINK_MS } from './live.ts';
import type { PasswordHasher } from './passwords.ts';

const TOKEN_BYTES = 32;
/**
 * A mailbox gets at most one link in this time, and so many in a day, whatever the number and
 * origin of the requests.
 */
const ONE_EVERY_MS = 60_000;
const LINKS_A_DAY = 5;
/**
 * Links of a person that are good at the same time: a stranger who asks for another does not end
 * the one that was asked for.
 */
const LIVE_LINKS = 3;

/** What of an account (alias `u`) a link is made with: another password or e-mail ends it. */
export const LINK_MARK = sql`sha256(convert_to(u.password_hash || ' ' || lower(u.email), 'UTF8'))`;

/**
 * Queues the message for the account, if there is an account that may log in. The keys of a day's
 * links are known beforehand, so that a request looks up a few rows, however many jobs there are.
 */
export async function requestPasswordReset(database: Database, asked: { email: string; now: number }): Promise<void> {
  const day = new Date(asked.now).toISOString().slice(0, 10);
  const lately = new Date(asked.now - ONE_EVERY_MS).toISOString();
  await database.onceAsSystem((tx) =>
    tx.execute(sql`with account as (select tenant_id, id from users
        where ${hasEmail(asked.email)} and status = 'active' and deleted_at is null
        order by ${asTypedFirst(asked.email)} limit 1),
      places as (select a.tenant_id, a.id, n, 'password-reset:' || a.id || ':' || ${day}::text || ':' || n as key
        from account a, generate_series(1, ${LINKS_A_DAY}::int) n),
      taken as (select p.key, j.run_at from places p join jobs j on j.tenant_id = p.tenant_id and j.key = p.key)
      insert into jobs (tenant_id, kind, key, payload, run_at)
      select tenant_id, 'password-reset', key, jsonb_build_object('user_id', id), ${new Date(asked.now).toISOString()}::timestamptz
      from places where key not in (select key from taken)
        and not exists (select 1 from taken where run_at > ${lately}::timestamptz)
      order by n limit 1
      on conflict (tenant_id, key) do nothing`),
  );
}

export type IssuedReset = { readonly token: string; readonly name: string; readonly email: string };

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

export type ResetRequest = {
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

export function hashOf(token: string): Buffer {
  return createHash('sha256')
    .update(isSlipCode(token) ? token.trim().toUpperCase() : token)
    .digest();
}
