import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { problems } from '../../reporting/errors.ts';
import type { Actor } from '../../policies/actor.ts';
import type { Services } from '../../services/services.ts';
import { createLoginThrottle } from '../../sessions/login-throttle.ts';
import { createPasswordHasher } from '../../sessions/passwords.ts';
import { isSameEmail } from './user-rules.ts';

const hasher = createPasswordHasher();
const FOR_EMAIL = 'Para trocar o e-mail, escreva a sua senha atual.';
const FOR_SESSIONS = 'Para sair de outros aparelhos, escreva a sua senha atual.';

type Proof = {
  readonly services: Services;
  readonly actor: Actor;
  readonly now: number;
  /** What the person typed as their present password. */
  readonly password: string | undefined;
  /** Address of the client, by which failures are counted. */
  readonly address: string;
};

/**
 * Throws unless a request for another e-mail of one's own brings the current password (S155). The
 * owner of an account's e-mail can request a link that sets a new password.
 */
export async function proveForEmail({ email, ...proof }: Proof & { email: string | undefined }): Promise<void> {
  if (email === undefined) return;
  const account = await accountOf(proof);
  if (!isSameEmail(email, account.email)) await prove(proof, { account, needed: FOR_EMAIL });
}

/**
 * Throws unless the request to end the person's other sessions brings the current password (S156):
 * somebody at a device that was left open must not end them.
 */
export async function proveForSessions(proof: Proof): Promise<void> {
  await prove(proof, { account: await accountOf(proof), needed: FOR_SESSIONS });
}

const Account = v.object({ email: v.string(), password_hash: v.string() });
type Account = v.InferOutput<typeof Account>;

/**
 * Reads the account inside a transaction, which refuses an author whose session has ended meanwhile
 * (S152).
 */
async function accountOf({ services, actor }: Proof): Promise<Account> {
  const { tenantId, userId } = actor;
  const [account] = await services.database.inTenant(tenantId, (tx) =>
    tx.rowsOf(Account, sql`select email, password_hash from users where tenant_id = ${tenantId} and id = ${userId}`),
  );
  if (account === undefined) throw problems.unauthenticated();
  return account;
}

/**
 * Throws unless the password is right. A wrong one counts as a failed login (default 5). Runs
 * outside of any transaction, because hashing takes long.
 */
async function prove(
  { services, actor, now, password, address }: Proof,
  { account, needed }: { account: Account; needed: string },
): Promise<void> {
  if (password === undefined || password === '') throw problems.invalid({ password_current: [needed] });
  const throttle = createLoginThrottle(services.database);
  const attempt = { email: account.email, address, now };
  const wait = await throttle.secondsToWait(attempt);
  if (wait > 0) throw problems.tooManyRequests(wait);
  if ((await hasher.verify({ password, stored: account.password_hash }, actor)) !== 'wrong') return;
  const seconds = await throttle.failed(attempt);
  if (seconds > 0) throw problems.tooManyRequests(seconds);
  throw problems.invalid({ password_current: ['Esta não é a sua senha atual.'] });
}
