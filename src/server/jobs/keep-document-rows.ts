import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { keepRows } from '../queries/document-row.ts';

/** How many rows are built in one transaction: few enough to stay well below the statement timeout. */
const AT_ONCE = 500;

/**
 * Keeps the rows of documents that have no kept row of their number (S17): after a seed, after restoring a backup of an
 * older version, or after one write that changed more documents than it builds rows for. Until then these rows are built
 * on each read.
 */
export async function keepDocumentRows({ database }: { database: Database }): Promise<{ rows: number }> {
  const tenants = await database.onceAsSystem((tx) =>
    tx.rowsOf(v.object({ id: v.number() }), sql`select id from tenants`),
  );
  let rows = 0;
  for (const { id } of tenants) {
    let kept: number;
    do {
      const stale = sql`d.id in (select s.id from documents s
        left join document_rows k on k.tenant_id = s.tenant_id and k.document_id = s.id and k.rev = s.rev
        where s.tenant_id = ${id} and k.document_id is null limit ${AT_ONCE}::int)`;
      const { rowCount } = await database.onceInTenant(id, (tx) =>
        tx.execute(keepRows({ tenantId: id, where: stale, rev: sql`d.rev` })),
      );
      kept = rowCount ?? 0;
      rows += kept;
    } while (kept > 0);
  }
  return { rows };
}
