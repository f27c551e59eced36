import type { ReceiptNote } from '#contract/writes.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import type { LockedDocument } from './lock-document.ts';

/** The limit date a document has and who set it, for the author of one that lost to it (rule E6). */
export async function keptDate(
  tx: Transaction,
  { actor, document }: { actor: Actor; document: LockedDocument },
): Promise<ReceiptNote> {
  // The first line that says this date, of those after the last one that says another: reopening may repeat a date.
  const { rows } = await tx.execute<{ user_id: number }>(sql`
    with dated as (select l.id, l.creator_id, l.limit_date from logs l
      where l.tenant_id = ${actor.tenantId} and l.document_id = ${document.id}
        and l.action in ('creation', 'extension', 'reopening'))
    select creator_id as user_id from dated
    where limit_date = ${document.limitDate}::date
      and id > coalesce((select max(id) from dated where limit_date <> ${document.limitDate}::date), 0)
    order by id limit 1`);
  return { user_id: rows[0]?.user_id ?? null, limit_date: document.limitDate };
}
