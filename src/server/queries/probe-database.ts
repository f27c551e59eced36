// Whether the database can do its work (GET /health). With a full disk the database still answers
// statements that need no room, and a read-only database still answers every read, so the probe
// must ask for more.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';

/**
 * More rows than fit into working memory, so that the database must find room on its disk. Nothing
 * is stored.
 */
const SPILLING_ROWS = 20_000;

/** Throws when the database can't be reached, has no room, or takes no writes. */
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
