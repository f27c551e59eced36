import { COLLECTIONS } from '#contract/sync.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';

const TABLES = [...COLLECTIONS.filter((name) => name !== 'documents'), 'tombstones'];

/**
 * The number of the last change of people, sectors, roles, subjects, models or alerts of the
 * tenant: what devices mirror of these can't change without one (src/sync/promises.md, One number).
 * It stands still while only documents change. Each table gives its greatest number from an index.
 */
export async function referenceRev(tx: Transaction, tenantId: number): Promise<number> {
  const greatest = TABLES.map(
    (table) => sql`(select max(rev) from ${sql.raw(table)} where tenant_id = ${tenantId}::bigint)`,
  );
  const rows = await tx.rowsOf(
    v.object({ rev: v.nullable(v.number()) }),
    sql`select greatest(${sql.join(greatest, sql`, `)}) as rev`,
  );
  return rows[0]?.rev ?? 0;
}
