// Login (rules H1, H3; default 5). The challenge is judged first, so that every wrong password
// costs an attacker a proof of work.

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
import { HUMAN_OVER, type HumanVerification } from './human-verification.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { PasswordHasher } from './passwords.ts';

export type LoginParts = {
  readonly database: Database;
  readonly human: HumanVerification;
  readonly throttle: LoginThrottle;
  readonly passwords: PasswordHasher;
  readonly log: FastifyBaseLogger;
  /** Called when a proof of work was right. */
  readonly onProof: () => void;
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

/** Who has shown a password. Another password that is set later ends what this one gives. */
export type PasswordProof = {
  readonly tenantId: number;
  readonly userId: number;
  /** The stored hash that the password was judged by. */
  readonly passwordHash: string;
};

/** The person who logs in. Throws 422 on `email` or `token`, and 429 with Retry-After. */
export async function login(parts: LoginParts, request: LoginRequest): Promise<PasswordProof> {
  waitOrGoOn(parts, await parts.throttle.secondsToWait(request));
  if (!(await parts.human.accept(request.token, request.now))) {
    logSecurity(parts.log, { event: 'authn_login_fail', reason: 'human_verification' });
    throw problems.invalid({ token: [HUMAN_OVER] });
  }
  parts.onProof();
  const account = await accountOf(parts.database, request.email);
  const tooLong = [opaquePassword(request.password), request.password].every(isPasswordTooLong);
  const shown = { password: tooLong ? '' : request.password, stored: account?.password_hash ?? null };
  const verdict = await parts.passwords.verify(shown, request);
  if (account === null || verdict === 'wrong') {
    logSecurity(parts.log, { event: 'authn_login_fail', user: account?.id, reason: 'password' });
    waitOrGoOn(parts, await parts.throttle.failed(request));
    throw problems.invalid({ email: ['E-mail ou senha inválidos.'] });
  }
  if (account.status !== 'active') {
    logSecurity(parts.log, { event: 'authn_login_fail', user: account.id, reason: 'archived' });
    throw problems.invalid({ email: ['Conta desativada. Procure o administrador.'] });
  }
  waitOrGoOn(parts, await parts.throttle.succeeded(request));
  const passwordHash = verdict === 'as_typed' ? await renewHash(parts, { account, request }) : account.password_hash;
  logSecurity(parts.log, { event: 'authn_login_success', user: account.id });
  return { tenantId: account.tenant_id, userId: account.id, passwordHash };
}

function waitOrGoOn({ log }: LoginParts, seconds: number): void {
  if (seconds === 0) return;
  logSecurity(log, { event: 'authn_login_lock' });
  throw problems.tooManyRequests(seconds);
}

/**
 * Stores a password hash that was made from the password as typed in its one form, unless the
 * password was changed meanwhile. Answers the hash by which the password is right now, which
 * another login at the same moment may have stored.
 */
async function renewHash(
  { database, passwords }: LoginParts,
  { account, request }: { account: Account; request: LoginRequest },
): Promise<string> {
  const { tenant_id, id, password_hash } = account;
  const renewed = await passwords.hash(request.password, request);
  const { rowCount } = await database.onceAsSystem((tx) =>
    tx.execute(sql`update users set password_hash = ${renewed}
      where tenant_id = ${tenant_id} and id = ${id} and password_hash = ${password_hash}`),
  );
  if (rowCount === 1) return renewed;
  const standing = (await accountOf(database, request.email))?.password_hash ?? null;
  return standing !== null &&
    (await passwords.verify({ password: request.password, stored: standing }, request)) === 'right'
    ? standing
    : password_hash;
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
