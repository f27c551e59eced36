// Login (rules H1, H3; default 5). The challenge is judged first, so that every wrong password costs an attacker a proof
// of work.

import { ActiveStatus } from '#contract/scalars.ts';
import { isPasswordTooLong } from '#domain/passwords.ts';
import { opaquePassword } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import { logSecurity } from '../reporting/security-log.ts';
import { asTypedFirst, hasEmail } from './has-email.ts';
import type { HumanVerification } from './human-verification.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { PasswordHasher } from './passwords.ts';

export type LoginParts = {
  readonly database: Database;
  readonly human: HumanVerification;
  readonly throttle: LoginThrottle;
  readonly passwords: PasswordHasher;
  readonly log: FastifyBaseLogger;
};

export type LoginRequest = {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly address: string;
  readonly now: number;
};

const Account = v.object({ tenant_id: v.number(), id: v.number(), password_hash: v.string(), status: ActiveStatus });
type Account = v.InferOutput<typeof Account>;

/** The person who logs in. Throws 422 on `email` or `token`, and 429 with Retry-After. */
export async function login(parts: LoginParts, request: LoginRequest): Promise<{ tenantId: number; userId: number }> {
  waitOrGoOn(parts, await parts.throttle.secondsToWait(request));
  if (!(await parts.human.accept(request.token, request.now))) {
    logSecurity(parts.log, { event: 'authn_login_fail', reason: 'human_verification' });
    throw problems.invalid({ token: ['A verificação expirou. Confirme de novo que você é humano.'] });
  }
  const account = await accountOf(parts.database, request.email);
  const tooLong = [opaquePassword(request.password), request.password].every(isPasswordTooLong);
  const verdict = await parts.passwords.verify(tooLong ? '' : request.password, account?.password_hash ?? null);
  if (account === null || verdict === 'wrong') {
    logSecurity(parts.log, { event: 'authn_login_fail', user: account?.id, reason: 'password' });
    waitOrGoOn(parts, await parts.throttle.failed(request));
    throw problems.invalid({ email: ['E-mail ou senha inválidos.'] });
  }
  if (account.status !== 'active') {
    logSecurity(parts.log, { event: 'authn_login_fail', user: account.id, reason: 'archived' });
    throw problems.invalid({ email: ['Conta desativada. Procure o administrador.'] });
  }
  const person = { tenantId: account.tenant_id, userId: account.id };
  waitOrGoOn(parts, await parts.throttle.succeeded(request));
  if (verdict === 'as_typed') await renewHash(parts, { account, password: request.password });
  logSecurity(parts.log, { event: 'authn_login_success', user: account.id });
  return person;
}

function waitOrGoOn({ log }: LoginParts, seconds: number): void {
  if (seconds === 0) return;
  logSecurity(log, { event: 'authn_login_lock' });
  throw problems.tooManyRequests(seconds);
}

/**
 * Stores a password hash that was made from the password as typed in its one form, unless the password was changed
 * meanwhile.
 */
async function renewHash(parts: LoginParts, known: { account: Account; password: string }): Promise<void> {
  const { tenant_id, id, password_hash } = known.account;
  const renewed = await parts.passwords.hash(known.password);
  await parts.database.onceAsSystem((tx) =>
    tx.execute(sql`update users set password_hash = ${renewed}
      where tenant_id = ${tenant_id} and id = ${id} and password_hash = ${password_hash}`),
  );
}

async function accountOf(database: Database, email: string): Promise<Account | null> {
  const rows = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      Account,
      sql`select tenant_id, id, password_hash, status from users
      where ${hasEmail(email)} and deleted_at is null order by ${asTypedFirst(email)} limit 1`,
    ),
  );
  return rows[0] ?? null;
}
