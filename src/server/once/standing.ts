// The right to write, asked again in the transaction of the effect (S152). A request is judged when
// its head arrives, and its body may take minutes. So each transaction that writes for a person
// first locks the person's row and session, with shared locks, and compares the version of the
// person's rights. A change that takes a right away was either committed before that, and is seen,
// or waits until the effect is committed.

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, sharerOfTenant, type Transaction } from '../db/database.ts';
import type { Actor } from '../policies/actor.ts';
import { problems } from '../reporting/errors.ts';

/**
 * Whether the person's rights are still those by which the request was judged. null when the
 * session is over, or the person may not log in.
 */
export const StandingColumn = v.nullable(v.boolean());
type StandingRow = v.InferOutput<typeof StandingColumn>;

/**
 * Thrown when the actor's role, sector or sight has changed since the request was judged. Nothing
 * was written.
 */
export class RightsChanged extends Error {
  override readonly name = 'RightsChanged';
}

/**
 * A step of a `with`, called `standing`, that locks the person and the session, and has one row at
 * most. The person is locked before the session, as in a statement that ends a person's sessions.
 */
export function standingStep({ tenantId, userId, standing }: Actor): SQL {
  if (standing === null) return sql`standing as (select true as unchanged)`;
  return sql`standing as materialized (select u.scope_epoch = ${standing.scopeEpoch}::int as unchanged
    from users u join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.status = 'active' and u.deleted_at is null
      and s.token_hash = ${standing.sessionHash}
    for share of u for key share of s)`;
}

/** Throws 401 when the session is over, and RightsChanged when the rights have changed. */
export function judgeStanding(answered: StandingRow): void {
  if (answered === null) throw problems.unauthenticated();
  if (!answered) throw new RightsChanged();
}

/**
 * Checks the right to write in a statement of its own, for a transaction that has no other
 * statement to check it in.
 */
export async function stand(tx: Transaction, actor: Actor): Promise<void> {
  if (actor.standing === null) return;
  const rows = await tx.rowsOf(
    v.object({ unchanged: StandingColumn }),
    sql`with ${standingStep(actor)} select (select unchanged from standing) as unchanged`,
  );
  judgeStanding(rows[0]?.unchanged ?? null);
}

/**
 * Waits until no other effect of the tenant changes people. Callers begin it before `stand` and do
 * not await it: when it fails, the next statement of the transaction fails too.
 */
export async function takeTurn(tx: Transaction, { tenantId }: Actor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('people', ${tenantId}))`).catch(() => undefined);
}

const WHOLE: unique symbol = Symbol('the database that does not ask');
type Asking = Database & { readonly [WHOLE]?: Database };

/**
 * The database as the handler of a write gets it. Each of its transactions first checks the
 * person's rights (`stand`). Statements outside a transaction can only read, so that no write
 * skips the check.
 */
export function standingDatabase(database: Database, actor: Actor): Database {
  const asked =
    <T>(work: (tx: Transaction) => Promise<T>) =>
    async (tx: Transaction): Promise<T> => {
      await stand(tx, actor);
      return work(tx);
    };
  const sharer = sharerOfTenant(actor.tenantId);
  const standing: Asking = {
    ...database,
    ...database.reading,
    inTenant: (tenantId, work) => database.inTenant(tenantId, asked(work)),
    asSystem: (work) => database.asSystem(asked(work), sharer),
    onceAsSystem: (work) => database.reading.onceAsSystem(work, sharer),
    [WHOLE]: database,
  };
  return standing;
}

/** The database below `standingDatabase`, without its check, for work that checks by itself. */
export function wholeDatabase(database: Asking): Database {
  return database[WHOLE] ?? database;
}
