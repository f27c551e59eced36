import type { ActiveStatus } from '#contract/scalars.ts';
import { sql } from 'drizzle-orm';
import type { CommandCall } from '../../call/command-call.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/json.ts';
import type { ChangeStamp } from '../../once/change-counter.ts';
import { type Done, once, type Tell } from '../../once/idempotency.ts';
import type { Actor } from '../../policies/actor.ts';
import { renamed } from '../documents/renamed.ts';
import { CHANGES_PEOPLE, lockRows, type ManagedTable } from '../frame/save-row.ts';
import {
  bumpScope,
  endSessions,
  guardHigher,
  guardOneself,
  guardSuperAdmins,
  withinPeopleQuota,
} from '../people/user-rules.ts';
import { peopleOf } from './save-organization.ts';

/**
 * DELETE of many rows: marks them as deleted, because history keeps names (rules B10, B11, H12).
 */
export function deleteRows(call: CommandCall<unknown>, bulk: Bulk): Promise<Done> {
  const { actor } = call;
  return once(call, {
    write: { type: `delete-${bulk.table}`, fields: bulk, fileHashes: [] },
    changesPeople: CHANGES_PEOPLE.has(bulk.table),
    effect: async (tx, tell) => {
      const ids = await lockRows(tx, { actor, table: bulk.table, ids: bulk.ids });
      if (bulk.table === 'users') {
        guardOneself({ ...bulk, actor });
        await guardHigher(tx, { ...bulk, ids, actor });
      }
      await tx.execute(sql`update ${sql.raw(bulk.table)} set deleted_at = ${new Date(call.now).toISOString()}::timestamptz
        where tenant_id = ${actor.tenantId} and id = ${anyOf(ids)}`);
      if (bulk.table === 'models') await freeStorage(tx, { call, models: ids });
      const also = await consequences(tx, { actor, bulk, ids, tell });
      return { touched: { ...also, [bulk.table]: ids }, result: 'applied', ids: {} };
    },
  });
}

async function consequences(
  tx: Transaction,
  { actor, bulk, ids, tell }: { actor: Actor; bulk: Bulk; ids: readonly number[]; tell: Tell },
): Promise<ChangeStamp['touched']> {
  if (bulk.table === 'users') {
    tell('user_deleted', { about: ids });
    tell('session_expired', { about: ids, reason: 'deleted' });
    await endSessions(tx, { actor, ids });
    await guardSuperAdmins(tx, { actor, field: bulk.field });
  }
  return bulk.table === 'organizations' ? leaveSectors(tx, { actor, organizations: ids, tell }) : {};
}

/** The files of deleted models count no more towards the storage of the tenant (S158). */
async function freeStorage(
  tx: Transaction,
  { call, models }: { call: CommandCall<unknown>; models: readonly number[] },
): Promise<void> {
  await tx.execute(sql`update files set deleted_at = ${new Date(call.now).toISOString()}::timestamptz
    where tenant_id = ${call.actor.tenantId} and model_id = ${anyOf(models)} and deleted_at is null`);
}

/**
 * People of a deleted sector become "Sem organização" (rule B11). They no longer see what they saw
 * through the sector, and every row that shows these people changes.
 */
async function leaveSectors(
  tx: Transaction,
  left: { actor: Actor; organizations: readonly number[]; tell: Tell },
): Promise<ChangeStamp['touched']> {
  const { actor, tell } = left;
  const users = await peopleOf(tx, left);
  if (users.length === 0) return {};
  await tx.execute(sql`update users set organization_id = null
    where tenant_id = ${actor.tenantId} and id = ${anyOf(users)}`);
  await bumpScope(tx, { actor, ids: users });
  tell('authz_change', { about: users, reason: 'sector' });
  return { users, documents: await renamed(tx, { actor, users }) };
}

type Bulk = { readonly table: ManagedTable; readonly field: string; readonly ids: readonly number[] };

/** PATCH of many rows: makes all of them active or inactive, or none (rules B10, B12, H12). */
export function toggleRows(call: CommandCall<unknown>, bulk: Bulk & { status: ActiveStatus }): Promise<Done> {
  return once(call, {
    write: { type: `toggle-${bulk.table}`, fields: bulk, fileHashes: [] },
    changesPeople: CHANGES_PEOPLE.has(bulk.table),
    effect: async (tx, tell) => {
      const ids = await lockRows(tx, { actor: call.actor, table: bulk.table, ids: bulk.ids });
      if (bulk.table === 'users' && bulk.status === 'inactive') guardOneself({ ...bulk, actor: call.actor });
      if (bulk.table === 'users') await guardHigher(tx, { ...bulk, ids, actor: call.actor });
      const write = () =>
        tx.execute(sql`update ${sql.raw(bulk.table)} set status = ${bulk.status}
          where tenant_id = ${call.actor.tenantId} and id = ${anyOf(ids)}`);
      const adds = bulk.table === 'users' && bulk.status === 'active';
      await (adds ? withinPeopleQuota(tx, { actor: call.actor, field: bulk.field }, write) : write());
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

/**
 * Ends the sessions of deactivated people, and refuses to deactivate the last active Super Admin
 * (rule B10).
 */
async function deactivated(
  tx: Transaction,
  { call, ids, field }: { call: CommandCall<unknown>; ids: readonly number[]; field: string },
): Promise<void> {
  await endSessions(tx, { actor: call.actor, ids });
  await guardSuperAdmins(tx, { actor: call.actor, field });
}
