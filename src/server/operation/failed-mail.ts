// The e-mails that a mail server did not take, for the operator: those that wait for another try,
// and those that were given up. They name people by number, and have nothing of the messages.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { isMail } from '../jobs/job-store.ts';

const Failed = v.object({
  id: v.number(),
  tenant: v.string(),
  kind: v.string(),
  attempts: v.number(),
  error: v.string(),
  /** ISO instant of the next try; null when the e-mail was given up. */
  next_at: v.nullable(v.string()),
});
export type FailedMail = v.InferOutput<typeof Failed>;

/**
 * The failed e-mails of one tenant, or of all (null): first those that were given up, then the
 * others, newest first.
 */
export function listFailedMail(database: Database, acronym: string | null): Promise<FailedMail[]> {
  return database.onceAsSystem((tx) =>
    tx.rowsOf(
      Failed,
      sql`select j.id, t.acronym as tenant, j.kind, j.attempts, j.last_error as error,
        case when j.done_at is null then to_char(j.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as next_at
      from jobs j join tenants t on t.id = j.tenant_id
      where ${isFailed(acronym)} order by j.done_at is null, j.run_at desc, j.id desc`,
    ),
  );
}

/**
 * Lets the failed e-mails be sent again, at once and with all their tries; returns how many. The
 * running servers send them.
 */
export async function retryFailedMail(
  database: Database,
  { acronym, now }: { acronym: string | null; now: number },
): Promise<number> {
  const { rowCount } = await database.onceAsSystem((tx) =>
    tx.execute(sql`update jobs j set done_at = null, attempts = 0, run_at = ${new Date(now).toISOString()}, leased_until = null
      from tenants t where t.id = j.tenant_id and ${isFailed(acronym)}`),
  );
  return rowCount ?? 0;
}

const isFailed = (acronym: string | null) =>
  sql`${isMail(sql`j.kind`)} and j.last_error is not null and j.leased_until is null
    and (${acronym}::text is null or lower(t.acronym) = lower(${acronym}))`;
