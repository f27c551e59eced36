// Forgotten passwords (rule H3; default 5). A request only queues a job: for every address it makes the same statement
// and gets the same answer. The token is made when the message is written, so that only its SHA-256 is ever stored.

import { opaquePassword } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { tellPerson } from '../db/tell-person.ts';
import type { Database } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import { asTypedFirst, hasEmail } from './has-email.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import type { PasswordHasher } from './passwords.ts';

const TOKEN_BYTES = 32;
const LIFE_MS = 60 * 60_000;
/** A mailbox gets at most one link in this time, whatever the number and origin of the requests. */
const ONE_EVERY_MS = 60_000;

/** Queues the message for the account, if there is an account that may log in. */
export async function requestPasswordReset(database: Database, asked: { email: string; now: number }): Promise<void> {
  const slot = Math.floor(asked.now / ONE_EVERY_MS);
  await database.onceAsSystem((tx) =>
    tx.execute(sql`insert into jobs (tenant_id, kind, key, payload, run_at)
      select tenant_id, 'password-reset', 'password-reset:' || id || ':' || ${String(slot)}::text,
        jsonb_build_object('user_id', id), ${new Date(asked.now).toISOString()}::timestamptz
      from users where ${hasEmail(asked.email)} and status = 'active' and deleted_at is null
      order by ${asTypedFirst(asked.email)} limit 1
      on conflict (tenant_id, key) do nothing`),
  );
}

export type IssuedReset = { readonly token: string; readonly name: string; readonly email: string };

/**
 * A new token, valid once and for 60 minutes. Older tokens of the person are cancelled. null when the account is gone.
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
    await tx.execute(sql`delete from password_resets where tenant_id = ${tenantId} and user_id = ${userId}`);
    await tx.execute(sql`insert into password_resets (token_hash, tenant_id, user_id, expires_at)
      values (${hashOf(token)}, ${tenantId}, ${userId}, ${new Date(now + LIFE_MS).toISOString()})`);
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

/** Sets the new password and ends every session of the person. Throws 422 on `token` or `password`. */
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
  const good = sql`r.token_hash = ${hashOf(request.token)} and r.used_at is null and r.expires_at > ${at}
    and u.tenant_id = r.tenant_id and u.id = r.user_id and ${hasEmail(request.email)}
    and u.status = 'active' and u.deleted_at is null`;
  const known = await database.onceAsSystem((tx) =>
    tx.execute(sql`select 1 from password_resets r, users u where ${good}`),
  );
  if (known.rows.length === 0) throw badToken();
  const passwordHash = await parts.passwords.hash(request.password);
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
  return createHash('sha256').update(token).digest();
}
