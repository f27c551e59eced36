// Makes the exports that Super Admins request in the browser, one at a time on each server (S239).
// When a server dies or stops, another server goes on with its export, or the same one after its
// next start.

import { sql, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import * as v from 'valibot';
import { APART_MS } from '../config/system-clock.ts';
import { connectOwner, wantOfDatabase } from '../db/connections.ts';
import type { Database, Transaction } from '../db/database.ts';
import { type FileStore, StoreUnavailable } from '../files/file-store.ts';
import { every } from '../reporting/timers.ts';
import { makeExport } from './make-export.ts';
import { removeExport } from './exports.ts';
import { openStoreShelf } from './store-shelf.ts';

export type ExportsParts = {
  readonly database: Database;
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  /** Epoch ms. */
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
};

export type Exports = {
  /** Deletes expired archives, and makes the next export that was requested. */
  readonly tick: () => Promise<void>;
  readonly start: () => { readonly stop: () => Promise<void> };
};

const EVERY_MS = 2000;
const LEASE_MS = 60_000;
/** How often the lease is renewed and the progress stored. */
const TELL_MS = 1000;
/** How long an archive can be downloaded. */
export const KEPT_MS = 48 * 3_600_000;

/**
 * Thrown to stop the work when a request has removed the export, when another server has taken it,
 * or when this server stops.
 */
class Interrupted extends Error {}

const Due = v.object({ tenant_id: v.number(), mark: v.string() });

export function createExports(parts: ExportsParts): Exports {
  const { database, connection, files, clock, log } = parts;
  let isStopping = false;

  const tick = async (): Promise<void> => {
    const [now, until, far] = [0, LEASE_MS, LEASE_MS + APART_MS].map((ms) => new Date(clock() + ms).toISOString());
    const isOver = sql`expires_at <= ${now}::timestamptz`;
    const over = await database.onceAsSystem((tx) =>
      tx.rowsOf(v.object({ tenant_id: v.number() }), sql`select tenant_id from exports where ${isOver}`),
    );
    for (const { tenant_id: tenantId } of over) {
      try {
        await removeExport({ database, files }, { tenantId, which: isOver });
      } catch (error) {
        // Exports of other tenants go on. The next tick tries this one again.
        log.error({ event: 'timer_failed', err: error, timer: 'exports', tenantId }, 'an export was not removed');
      }
    }
    const [due] = await database.onceAsSystem((tx) =>
      tx.rowsOf(
        Due,
        // The new mark ends the writes of a server that made this export before and does not know
        // yet that its lease has ended.
        sql`update exports set state = 'making', mark = gen_random_uuid(), leased_until = ${until}::timestamptz
          where tenant_id = (
            select tenant_id from exports where state in ('waiting', 'making')
              and (leased_until is null or leased_until <= ${now}::timestamptz or leased_until > ${far}::timestamptz)
            order by asked_at limit 1 for update skip locked)
          returning tenant_id, mark::text as mark`,
      ),
    );
    if (due !== undefined) await make({ tenantId: due.tenant_id, mark: due.mark });
  };

  const make = async (of: { readonly tenantId: number; readonly mark: string }): Promise<void> => {
    const { tenantId, mark } = of;
    const which = sql`tenant_id = ${tenantId} and mark = ${mark}::uuid`;
    const set = (change: SQL): Promise<number> =>
      database.inTenant(
        tenantId,
        async (tx) => (await tx.execute(sql`update exports set ${change} where ${which}`)).rowCount ?? 0,
      );
    const keep = async (change: SQL): Promise<void> => {
      if ((await set(change)) === 0) throw new Interrupted();
    };
    let progress = sql`files_done = files_done`;
    let toldAt = 0;
    const alive = async (): Promise<void> => {
      if (isStopping) throw new Interrupted();
      const now = clock();
      if (Math.abs(now - toldAt) < TELL_MS) return;
      toldAt = now;
      const until = new Date(now + LEASE_MS).toISOString();
      await keep(sql`leased_until = ${until}::timestamptz, ${progress}`);
    };
    const asMaker = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
      await alive();
      return database.inTenant(tenantId, async (tx) => {
        const { rowCount } = await tx.execute(sql`select from exports where ${which} for update`);
        if (rowCount === 0) throw new Interrupted();
        return work(tx);
      });
    };
    const client = await connectOwner(connection);
    try {
      const shelf = await openStoreShelf({ files, tenantId, alive, asMaker });
      const made = await makeExport({
        client,
        tenantId,
        shelf,
        now: clock(),
        onProgress: async (done, all) => {
          progress = sql`files_done = ${done.files}, files_all = ${all.files}, bytes_done = ${done.bytes}, bytes_all = ${all.bytes}`;
          await alive();
        },
      });
      const [ready, expires] = [0, KEPT_MS].map((ms) => new Date(clock() + ms).toISOString());
      await keep(sql`state = 'ready', ${progress}, leased_until = null, size = ${shelf.size()}, documents = ${made.documents},
        lost = ${made.lost.length}, ready_at = ${ready}::timestamptz, expires_at = ${expires}::timestamptz`);
      log.info({ event: 'export_ready', tenantId, bytes: shelf.size() }, 'an export is ready');
    } catch (error) {
      if (error instanceof Interrupted) {
        await set(sql`leased_until = null`);
        return;
      }
      const want = error instanceof StoreUnavailable ? error.want : wantOfDatabase(error);
      log.error({ event: 'export_failed', tenantId, err: error }, 'an export failed');
      // A file store or database that is away comes back. The export goes on when its lease has
      // ended.
      if (want === 'away') return;
      const expires = new Date(clock() + KEPT_MS).toISOString();
      await set(
        sql`state = 'failed', leased_until = null, fault = ${want ?? 'broken'}, expires_at = ${expires}::timestamptz`,
      );
    } finally {
      await client.end();
    }
  };

  return {
    tick,
    start() {
      const timer = every(EVERY_MS, { name: 'exports', log, work: tick });
      return {
        async stop() {
          isStopping = true;
          await timer.stop();
        },
      };
    },
  };
}
