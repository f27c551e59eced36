// Cleaning up that belongs to no tenant, done by one server at a time.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { collectStrayFiles } from './collect-stray-files.ts';
import type { JobParts } from './job-parts.ts';
import { keepDocumentRows } from './keep-document-rows.ts';
import { removeExpired } from './remove-expired.ts';
import { sweepStaged } from './sweep-staged.ts';

const EVERY_MS = 3_600_000;
const LEASE_MS = 30 * 60_000;
const LATE_MS = 24 * EVERY_MS;

const TASKS: Readonly<Record<string, (parts: JobParts) => Promise<Record<string, number>>>> = {
  'stray-files': collectStrayFiles,
  expired: removeExpired,
  'document-rows': keepDocumentRows,
  'staged-uploads': sweepStaged,
};

/**
 * Does what is due. Each task runs about once an hour over all servers together. A time further
 * ahead than one interval was written under a clock that ran ahead, and counts as past.
 */
export async function doMaintenance(parts: JobParts): Promise<void> {
  for (const name of await takeDue(parts.database, parts.clock())) {
    const task = TASKS[name];
    if (task === undefined) continue;
    try {
      const done = await task(parts);
      parts.log.info({ event: 'maintenance', task: name, ...done }, 'cleaned up');
    } catch (error) {
      parts.log.error({ event: 'maintenance_failed', task: name, err: error }, 'cleaning up failed');
    }
    const next = new Date(parts.clock() + EVERY_MS).toISOString();
    await parts.database.onceAsSystem((tx) =>
      tx.execute(sql`update maintenance set due_at = ${next}, leased_until = null where name = ${name}`),
    );
  }
}

/**
 * Takes what is due. What should have been done more than a day ago waits for another interval:
 * either no server ran, or this clock runs ahead, and then it is not the one to remove things by.
 */
async function takeDue(database: Database, at: number): Promise<string[]> {
  const instant = (ms: number): string => new Date(ms).toISOString();
  const [now, until, next] = [at, at + LEASE_MS, at + EVERY_MS].map(instant);
  const names = JSON.stringify(Object.keys(TASKS));
  const isFree = sql`(leased_until is null or leased_until <= ${now} or leased_until > ${until})`;
  return database.asSystem(async (tx) => {
    const rows = await tx.rowsOf(
      v.object({ name: v.string(), known: v.boolean() }),
      sql`
      with late as (update maintenance set due_at = ${next} where due_at <= ${instant(at - LATE_MS)} and ${isFree}),
        due as (select name from maintenance
          where (due_at > ${instant(at - LATE_MS)} and due_at <= ${now} or due_at > ${next}) and ${isFree} for update skip locked),
        taken as (update maintenance m set leased_until = ${until} from due where m.name = due.name returning m.name)
      select name, true as known from taken
      union all
      select wanted.name, false from jsonb_array_elements_text(${names}::jsonb) as wanted (name)
        where not exists (select from maintenance m where m.name = wanted.name)`,
    );
    const fresh = rows.filter((row) => !row.known).map((row) => row.name);
    if (fresh.length > 0) {
      // The first run comes an hour after the first start.
      await tx.execute(sql`insert into maintenance (name, due_at)
        select name, ${next}::timestamptz from jsonb_array_elements_text(${JSON.stringify(fresh)}::jsonb) as t (name)
        on conflict (name) do nothing`);
    }
    return rows.filter((row) => row.known).map((row) => row.name);
  });
}
