// Login (rules H1, H3; default 5). The challenge is judged first, so that every wrong password
// costs an attacker a proof of work.

import { ActiveStatus } from '#contract/scalars.ts';
import type { SealingKeys } from '#contract/sealing.ts';
import { isPasswordTooLong } from '#domain/passwords.ts';
import { emailOf, opaquePassword } from '#domain/text.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { randomUUID, webcrypto } from 'node:crypto';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import { logSecurity } from '../reporting/security-log.ts';
import { HUMAN_OVER, type HumanVerification } from './human-verification.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { PASSWORD_MARK, type PasswordHasher } from './passwords.ts';

const DISABLED = 'O acesso deste órgão está suspenso. Procure a equipe que cuida do sistema.';

type LoginParts = {
  readonly database: Database;
  readonly human: HumanVerification;
  readonly throttle: LoginThrottle;
  readonly passwords: PasswordHasher;
  readonly log: FastifyBaseLogger;
  /** Called when a proof of work was right. */
  readonly onProof: () => void;
};

type LoginRequest = {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly address: string;
  /** The host name at which the person enters. */
  readonly host: string;
  readonly now: number;
};

const Account = v.object({
  tenant_id: v.number(),
  id: v.number(),
  password_hash: v.string(),
  status: ActiveStatus,
  disabled: v.boolean(),
});
type Account = v.InferOutput<typeof Account>;

/**
 * A person who has shown their password. A password that is set later ends what this proof gives.
 */
type PasswordProof = {
  readonly tenantId: number;
  readonly userId: number;
  /** The stored hash by which the password was judged. */
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
  const account = await accountOf(parts.database, request);
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
  if (account.disabled) {
    logSecurity(parts.log, { event: 'authn_login_fail', user: account.id, reason: 'disabled' });
    throw problems.invalid({ email: [DISABLED] });
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
 * Replaces the hash of a password as it was typed by the hash of its one form, unless the password
 * was changed meanwhile. Returns the hash that is stored now, which another login at the same
 * moment may have written.
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
  const standing = (await accountOf(database, request))?.password_hash ?? null;
  return standing !== null &&
    (await passwords.verify({ password: request.password, stored: standing }, request)) === 'right'
    ? standing
    : password_hash;
}

async function accountOf(
  database: Database,
  { email, host }: Pick<LoginRequest, 'email' | 'host'>,
): Promise<Account | null> {
  const rows = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      Account,
      sql`select tenant_id, id, password_hash, status,
        exists (select from tenants t where t.id = users.tenant_id and t.disabled_at is not null) as disabled
      from users where ${hasEmail(email)} and deleted_at is null and ${mayEnterAt(host)} order by ${asTypedFirst(email)} limit 1`,
    ),
  );
  return rows[0] ?? null;
}

type Person = PasswordProof & { readonly now: number };

const StoredKey = v.object({
  key: v.string(),
  public_key: v.string(),
  private_key: v.string(),
  is_current: v.boolean(),
});

// The keys with which a person's devices seal work (S94). Only a login returns them: a session
// alone does not.

/**
 * The person's keys, newest first. The first login, and the first under another password, makes a
 * pair. null when the person's password is another one by now.
 */
export async function sealingKeysOf(database: Database, person: Person): Promise<SealingKeys | null> {
  const known = answerOf(await storedKeys(database, person));
  if (known !== null) return known;
  await makeKey(database, person);
  return answerOf(await storedKeys(database, person));
}

function storedKeys(database: Database, { tenantId, userId, passwordHash }: Person) {
  return database.onceAsSystem((tx) =>
    tx.rowsOf(
      StoredKey,
      sql`select k.key, encode(k.public_key, 'hex') as public_key, encode(k.private_key, 'hex') as private_key,
        k.password_mark = ${PASSWORD_MARK} as is_current
      from sealing_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      where k.tenant_id = ${tenantId} and k.user_id = ${userId} and u.password_hash = ${passwordHash} order by k.created_at desc, k.key`,
    ),
  );
}

/** Makes the pair of this password, unless another login has made it at the same moment. */
async function makeKey(database: Database, { tenantId, userId, passwordHash, now }: Person): Promise<void> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const publicKey = Buffer.from(await webcrypto.subtle.exportKey('raw', pair.publicKey));
  const privateKey = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey));
  await database.onceAsSystem((tx) =>
    tx.execute(sql`insert into sealing_keys (tenant_id, key, user_id, public_key, private_key, password_mark,
        created_at)
      select u.tenant_id, ${randomUUID()}::uuid, u.id, ${publicKey}, ${privateKey}, ${PASSWORD_MARK},
        ${new Date(now).toISOString()}::timestamptz
      from users u where u.tenant_id = ${tenantId} and u.id = ${userId} and u.password_hash = ${passwordHash}
      on conflict (tenant_id, user_id, password_mark) do nothing`),
  );
}

function answerOf(keys: readonly v.InferOutput<typeof StoredKey>[]): SealingKeys | null {
  const current = keys.find((key) => key.is_current);
  if (current === undefined) return null;
  return {
    current: { id: current.key, public_key: wireOf(current.public_key) },
    private_keys: keys.map((one) => ({ id: one.key, private_key: wireOf(one.private_key) })),
  };
}

function wireOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}

/**
 * Whether a row of `users` has this e-mail, in whatever normal form it was typed (S25). The e-mail
 * is also compared as it was typed, because the e-mails of two older accounts may differ in nothing
 * but the normal form.
 */
export function hasEmail(typed: string): SQL {
  return sql`lower(email) in (lower(${emailOf(typed)}), lower(${typed.trim()}))`;
}

/**
 * Whether a row of `users` may enter at this host name (S248). A host name of a tenant lets in the
 * tenant's people alone; every other account is unknown there.
 */
export function mayEnterAt(host: string): SQL {
  return sql`not exists (select from tenants own where own.host = ${hostOf(host)} and own.id <> users.tenant_id)`;
}

/** A host name in the form in which tenants have it: small letters, without a dot at the end. */
export function hostOf(asked: string): string {
  return asked.toLowerCase().replace(/\.$/, '');
}

/** Orders the accounts that `hasEmail` finds: the one with the e-mail as typed comes first. */
export function asTypedFirst(typed: string): SQL {
  return sql`lower(email) = lower(${typed.trim()}) desc`;
}
