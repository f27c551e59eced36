// Whether the database can do its work (GET /health). On a full disk it still answers what needs no room, and a database that
// was made read-only answers all that is read.

import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/** More than fits in the memory it is given: the database must find room on its disk. Nothing is written that stays. */
const SPILLING_ROWS = 20_000;

/** Throws when it is away, has no room, or takes no writes. */
export async function probeDatabase(database: Database): Promise<void> {
  await database.asSystem(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    const { rows } = await tx.execute<{ read_only: string }>(sql`
      select current_setting('transaction_read_only') as read_only, count(*) from generate_series(1, ${SPILLING_ROWS}::int)`);
    if (rows[0]?.read_only !== 'off') throw new Error('the database takes no writes');
  });
}
