import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { problems } from '../../reporting/errors.ts';
import type { Actor } from '../../policies/actor.ts';
import type { Services } from '../../services/services.ts';
import { createLoginThrottle } from '../../sessions/login-throttle.ts';
import { createPasswordHasher } from '../../sessions/passwords.ts';
import { isSameEmail } from './user-rules.ts';

const hasher = createPasswordHasher();
const NEEDED = 'Para trocar o e-mail, escreva a sua senha atual.';

type Proof = {
  readonly services: Services;
  readonly actor: Actor;
  readonly now: number;
  /** The e-mail that is wanted; undefined where it stays. */
  readonly email: string | undefined;
  /** What the person typed as their present password. */
  readonly password: string | undefined;
  /** Address of the client, by which failures are counted. */
  readonly address: string;
};

/**
 * Throws unless the person's present password comes with another e-mail of their own (S155): whoever has the e-mail gets a link
 * for a new password. Failures count like those of a login. Runs outside of the transaction, because hashing takes long.
 */
export async function provePassword({ services, actor, now, email, password, address }: Proof): Promise<void> {
  if (email === undefined) return;
  const { database } = services;
  const { tenantId, userId } = actor;
  const [account] = await database.onceInTenant(tenantId, (tx) =>
    tx.rowsOf(
      v.object({ email: v.string(), password_hash: v.string() }),
      sql`select email, password_hash from users where tenant_id = ${tenantId} and id = ${userId}`,
    ),
  );
  if (account === undefined) throw problems.unauthenticated();
  if (isSameEmail(email, account.email)) return;
  if (password === undefined || password === '') throw problems.invalid({ password_current: [NEEDED] });
  const throttle = createLoginThrottle(database);
  const attempt = { email: account.email, address, now };
  const wait = await throttle.secondsToWait(attempt);
  if (wait > 0) throw problems.tooManyRequests(wait);
  if ((await hasher.verify({ password, stored: account.password_hash }, actor)) !== 'wrong') return;
  const seconds = await throttle.failed(attempt);
  if (seconds > 0) throw problems.tooManyRequests(seconds);
  throw problems.invalid({ password_current: ['Esta não é a sua senha atual.'] });
}
