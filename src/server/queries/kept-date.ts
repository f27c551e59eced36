import type { ReceiptNote } from '#contract/writes.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import type { LockedDocument } from './lock-document.ts';

/** The limit date that a document has and the person who set it, for the author of a date that lost to it (rule E6). */
export async function keptDate(
  tx: Transaction,
  { actor, document }: { actor: Actor; document: LockedDocument },
): Promise<ReceiptNote> {
  // Looks for the first line with this date among those after the last line with another date, because a reopening may
  // set an earlier date again.
  const rows = await tx.rowsOf(
    v.object({ user_id: v.number() }),
    sql`
    with dated as (select l.id, l.creator_id, l.limit_date from logs l
      where l.tenant_id = ${actor.tenantId} and l.document_id = ${document.id}
        and l.action in ('creation', 'extension', 'reopening'))
    select creator_id as user_id from dated
    where limit_date = ${document.limitDate}::date
      and id > coalesce((select max(id) from dated where limit_date <> ${document.limitDate}::date), 0)
    order by id limit 1`,
  );
  return { user_id: rows[0]?.user_id ?? null, limit_date: document.limitDate };
}
