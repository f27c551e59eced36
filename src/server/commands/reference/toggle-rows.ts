import type { ActiveStatus } from '#contract/scalars.ts';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { anyOf } from '../../db/json.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { guardHigher } from '../people/guard-higher.ts';
import { guardOneself, guardSuperAdmins } from '../people/guard-super-admins.ts';
import { CHANGES_PEOPLE, lockRows, type ManagedTable } from '../frame/lock-rows.ts';
import { endSessions } from '../people/scope.ts';

export type Bulk = { readonly table: ManagedTable; readonly field: string; readonly ids: readonly number[] };

/** PATCH of many rows: active or inactive, all in one transaction or none (rules B10, B12, H12). */
export function toggleRows(call: CommandCall<unknown>, bulk: Bulk & { status: ActiveStatus }): Promise<Done> {
  return once(call, {
    write: { type: `toggle-${bulk.table}`, fields: bulk, fileHashes: [] },
    changesPeople: CHANGES_PEOPLE.has(bulk.table),
    effect: async (tx, tell) => {
      const ids = await lockRows(tx, { actor: call.actor, table: bulk.table, ids: bulk.ids });
      if (bulk.table === 'users' && bulk.status === 'inactive') guardOneself({ ...bulk, actor: call.actor });
      if (bulk.table === 'users') await guardHigher(tx, { ...bulk, ids, actor: call.actor });
      await tx.execute(sql`update ${sql.raw(bulk.table)} set status = ${bulk.status}
        where tenant_id = ${call.actor.tenantId} and id = ${anyOf(ids)}`);
      if (bulk.table === 'users') {
        tell(bulk.status === 'inactive' ? 'user_archived' : 'user_updated', { about: ids });
        if (bulk.status === 'inactive') {
          tell('session_expired', { about: ids, reason: 'archived' });
          await deactivated(tx, { call, ids, field: bulk.field });
        }
      }
      return { touched: { [bulk.table]: ids }, result: 'applied', ids: {} };
    },
  });
}

/** Ends the live sessions of deactivated people; their accounts stay on their documents. */
async function deactivated(
  tx: Transaction,
  { call, ids, field }: { call: CommandCall<unknown>; ids: readonly number[]; field: string },
): Promise<void> {
  await endSessions(tx, { actor: call.actor, ids });
  await guardSuperAdmins(tx, { actor: call.actor, field });
}
