// How Super Admins request, watch and download the export of their tenant (S239).

import type { ExportState } from '#contract/exports.ts';
import { EXPORT_EVERYTHING } from '#contract/access-words.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type Accessing, recordAccesses } from '../accesses/record-access.ts';
import type { Database, Transaction } from '../db/database.ts';
import { instantJson } from '../db/json.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Actor } from '../policies/actor.ts';
import type { ArchiveEntry } from './zip-archive.ts';

type Person = Pick<Actor, 'tenantId' | 'userId'>;

const Row = v.object({
  state: v.picklist(['waiting', 'making', 'ready', 'failed']),
  asked_at: v.string(),
  asked_by: v.string(),
  files_done: v.number(),
  files_all: v.number(),
  bytes_done: v.number(),
  bytes_all: v.number(),
  fault: v.nullable(v.picklist(['full', 'broken'])),
  documents: v.number(),
  lost: v.number(),
  size: v.number(),
  ready_at: v.nullable(v.string()),
  expires_at: v.nullable(v.string()),
});

/** The state of the tenant's export; null without one, and for one that has expired. */
export async function findExport(
  tx: Transaction,
  { tenantId, now }: { readonly tenantId: number; readonly now: number },
): Promise<ExportState | null> {
  const rows = await tx.rowsOf(
    Row,
    sql`select e.state, ${instantJson('e.asked_at')} as asked_at,
        (select u.name || ' ' || u.last_name from users u where u.tenant_id = e.tenant_id and u.id = e.asked_by) as asked_by,
        e.files_done, e.files_all, e.bytes_done, e.bytes_all, e.fault, e.documents, e.lost, e.size,
        ${instantJson('e.ready_at')} as ready_at, ${instantJson('e.expires_at')} as expires_at
      from exports e where e.tenant_id = ${tenantId}
        and (e.expires_at is null or e.expires_at > ${new Date(now).toISOString()}::timestamptz)`,
  );
  return rows[0] ?? null;
}

/** Requests an export, unless one is being made. An earlier one, ready or failed, is removed. */
export async function askExport(
  parts: Removing,
  { actor, now }: { readonly actor: Person; readonly now: number },
): Promise<void> {
  const { tenantId, userId } = actor;
  await removeExport(parts, { tenantId, which: sql`state in ('ready', 'failed')` });
  await parts.database.inTenant(tenantId, (tx) =>
    tx.execute(sql`insert into exports (tenant_id, asked_by, asked_at)
      values (${tenantId}, ${userId}, ${new Date(now).toISOString()}::timestamptz) on conflict (tenant_id) do nothing`),
  );
}

type Removing = { readonly database: Database; readonly files: FileStore };

/**
 * Cancels an export that is being made, or removes a finished one. With `which`, the export is only
 * removed where that condition holds. The export expires first, and its new mark ends the writes of
 * its maker. The next tick goes on with a removal that was cut off.
 */
export async function removeExport(
  { database, files }: Removing,
  { tenantId, which = sql`true` }: { readonly tenantId: number; readonly which?: SQL },
): Promise<void> {
  const inTenant: InTransaction = (work) => database.inTenant(tenantId, work);
  const [over] = await inTenant((tx) =>
    tx.rowsOf(
      v.object({ mark: v.string() }),
      sql`update exports set state = 'failed', leased_until = null, expires_at = asked_at,
          mark = case when expires_at = asked_at then mark else gen_random_uuid() end
        where tenant_id = ${tenantId} and ${which} returning mark::text as mark`,
    ),
  );
  if (over === undefined) return;
  const isIt = sql`tenant_id = ${tenantId} and mark = ${over.mark}::uuid`;
  await removeEntries(inTenant, sql`tenant_id in (select tenant_id from exports where ${isIt})`);
  const removed = await inTenant((tx) =>
    tx.rowsOf(v.object({ parts: v.array(v.string()) }), sql`delete from exports where ${isIt} returning parts`),
  );
  for (const key of removed.flatMap(({ parts }) => parts)) await files.remove(key);
}

type InTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** So few that one statement ends well before the statement timeout. */
const REMOVED_AT_ONCE = 10_000;

/** Removes entries of an export in batches: an export may have a million of them. */
export async function removeEntries(inTransaction: InTransaction, which: SQL): Promise<void> {
  for (;;) {
    const { rowCount } = await inTransaction((tx) =>
      tx.execute(sql`delete from export_entries where ctid = any(array(
        select ctid from export_entries where ${which} limit ${REMOVED_AT_ONCE}::int for update skip locked))`),
    );
    if (rowCount === 0) return;
  }
}

const Ready = v.object({ mark: v.string(), size: v.number(), parts: v.array(v.string()), ready_at: v.string() });
export type ReadyExport = v.InferOutput<typeof Ready>;

/**
 * The archive that the person may download now; null without one. The first request of each person
 * is recorded as one access event. Requests that continue a download after a cut are not.
 */
export async function takeExport(tx: Transaction, accessing: Accessing): Promise<ReadyExport | null> {
  const { tenantId, userId } = accessing.actor;
  const isReady = sql`tenant_id = ${tenantId} and state = 'ready' and expires_at > ${new Date(accessing.now).toISOString()}::timestamptz`;
  const handed = await tx.rowsOf(
    v.object({ documents: v.number() }),
    sql`update exports set handed_to = handed_to || ${userId}::bigint where ${isReady} and not ${userId} = any(handed_to)
      returning documents`,
  );
  if (handed[0] !== undefined)
    await recordAccesses(tx, accessing, [{ kind: 'export', act: EXPORT_EVERYTHING, amount: handed[0].documents }]);
  const rows = await tx.rowsOf(
    Ready,
    sql`select mark::text as mark, size, parts, ${instantJson('ready_at')} as ready_at from exports where ${isReady}`,
  );
  return rows[0] ?? null;
}

const ENTRIES_AT_ONCE = 200;
const Entry = v.object({
  path: v.string(),
  size: v.number(),
  crc32: v.number(),
  sha256: v.string(),
  storageKey: v.nullable(v.string()),
  textAt: v.nullable(v.number()),
  start: v.number(),
});

/**
 * The entries of the archive in their order, from the one that holds the byte `from`. They are read
 * in batches.
 */
export async function* exportEntries(
  database: Database,
  { tenantId, mark, from }: { readonly tenantId: number; readonly mark: string; readonly from: number },
): AsyncGenerator<ArchiveEntry> {
  let after = sql`start >= (select coalesce(max(b.start), 0) from export_entries b where b.tenant_id = ${tenantId} and b.start <= ${from})`;
  for (;;) {
    const rows = await database.inTenant(tenantId, (tx) =>
      tx.rowsOf(
        Entry,
        sql`select path, size, crc32, sha256, storage_key as "storageKey", text_at as "textAt", start from export_entries
          where tenant_id = ${tenantId} and ${after}
            and exists (select from exports x where x.tenant_id = ${tenantId} and x.mark = ${mark}::uuid)
          order by start limit ${ENTRIES_AT_ONCE}::int`,
      ),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ENTRIES_AT_ONCE) return;
    after = sql`start > ${last.start}`;
  }
}
