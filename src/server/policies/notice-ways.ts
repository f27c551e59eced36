// The ways of a person's notices in SQL, for the statements that queue them.

import { DEADLINE_NOTICES, USUAL_WAYS } from '#domain/notices.ts';
import { sql, type SQL } from 'drizzle-orm';

/** A notice waits for others of its batch until none has come for this long. */
export const BATCH_QUIET_MS = { device: 10_000, email: 60_000 } as const;

const USUAL = JSON.stringify(USUAL_WAYS);
const OF_TIME = sql.raw(DEADLINE_NOTICES.map((notice) => `'${notice}'`).join(', '));

/**
 * One row for each way by which `notice` (SQL) goes to the person of the alias `u`: the ways that
 * the person chose, or else the usual ones. An arrival always goes by its usual ways (rule G10).
 */
export function waysSql(notice: SQL): SQL {
  const event = sql`case when ${notice} in (${OF_TIME}) then 'deadline' else ${notice} end`;
  return sql`jsonb_array_elements_text(coalesce(
    case when ${notice} <> 'arrival' then u.notices -> (${event}) end, ${USUAL}::jsonb -> (${event})))`;
}
