// The figures for the operators of the server: pending and failed work and the number of tenants,
// over all servers (GET /metrics), and whether the database can do its work (GET /health).

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { jobs } from '../db/schema/operation.ts';

const HOUR_MS = 3_600_000;

const Row = v.object({
  kind: v.string(),
  waiting: v.number(),
  /** How many of the waiting jobs were tried before. */
  failing: v.number(),
  /** Seconds by which the oldest waiting job is late; 0 when none is. */
  late: v.number(),
  /** How many were done in the last hour. */
  done: v.number(),
  given_up: v.number(),
});

/** One row for each kind of job, also for kinds without any job. */
export function countWork(database: Database, now: number) {
  const [at, before] = [now, now - HOUR_MS].map((ms) => new Date(ms).toISOString());
  return database.onceAsSystem((tx) =>
    tx.rowsOf(
      Row,
      sql`
      select kinds.kind,
        (count(j.id) filter (where j.done_at is null))::int as waiting,
        (count(j.id) filter (where j.done_at is null and j.attempts > 0))::int as failing,
        coalesce(greatest(0, extract(epoch from ${at}::timestamptz - min(j.run_at) filter (where j.done_at is null))), 0)::float8 as late,
        (count(j.id) filter (where j.done_at >= ${before} and j.last_error is null))::int as done,
        (count(j.id) filter (where j.done_at >= ${before} and j.last_error is not null))::int as given_up
      from jsonb_array_elements_text(${JSON.stringify(jobs.kind.enumValues)}::jsonb) as kinds (kind)
        left join jobs j on j.kind = kinds.kind and (j.done_at is null or j.done_at >= ${before})
      group by kinds.kind order by kinds.kind`,
    ),
  );
}

export async function countTenants(database: Database): Promise<number> {
  const [row] = await database.onceAsSystem((tx) =>
    tx.rowsOf(v.object({ count: v.number() }), sql`select count(*)::int as count from tenants`),
  );
  return row?.count ?? 0;
}

/** When a backup and a verification last succeeded, as ISO instants; null: never. */
export async function readSuccesses(database: Database): Promise<Record<'backup' | 'verify', string | null>> {
  const rows = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      v.object({ name: v.picklist(['backup', 'verify']), at: v.number() }),
      sql`select name, extract(epoch from succeeded_at)::float8 as at from maintenance
        where name in ('backup', 'verify') and succeeded_at is not null`,
    ),
  );
  const at = (name: string): string | null => {
    const row = rows.find((one) => one.name === name);
    return row === undefined ? null : new Date(row.at * 1000).toISOString();
  };
  return { backup: at('backup'), verify: at('verify') };
}

/**
 * More rows than fit into working memory, so that the database needs space on its disk. Nothing is
 * stored.
 */
const SPILLING_ROWS = 20_000;

/**
 * Whether the database can do its work (GET /health). With a full disk the database still answers
 * statements that need no room, and a read-only database still answers every read, so the probe
 * must ask for more. Throws when the database can't be reached, has no room, or takes no writes.
 */
export async function probeDatabase(database: Database): Promise<void> {
  await database.asSystem(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    const rows = await tx.rowsOf(
      v.object({ read_only: v.string() }),
      sql`
      select current_setting('transaction_read_only') as read_only, count(*) from generate_series(1, ${SPILLING_ROWS}::int)`,
    );
    if (rows[0]?.read_only !== 'off') throw new Error('the database takes no writes');
  });
}
