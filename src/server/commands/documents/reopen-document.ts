import type { PatchDocumentInput } from '#contract/writes.ts';
import { decideReopen } from '#domain/decide-reopen.ts';
import { sql } from 'drizzle-orm';
import type { CommandCall } from '../../call/command-call.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { judged, lockTarget, unchanged, verbOn, written } from './on-document.ts';
import { insertLog } from './writing-sql.ts';

/**
 * PATCH with status `under_review` (rules A1, A7). An open document is accepted with a note (rule
 * E6).
 */
export function reopenDocument(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { userId, tenantId } = call.actor;
  const { limit_date: limitDate } = call.body;
  return once(call, {
    ...verbOn(call, { id, type: 'reopen-document', fields: { limit_date: limitDate } }),
    effect: async (tx) => {
      const target = await lockTarget(tx, call, { id });
      const { document, writer } = target;
      const { changes, note } = await judged(tx, target, (today) =>
        decideReopen(document, { userId, today, limitDate }),
      );
      if (note !== null) {
        return unchanged(target, { note, standing: { user_id: null, limit_date: document.limitDate } });
      }
      await tx.execute(sql`
        with log as (${insertLog(writer, { action: 'reopening', limitDate: changes.limitDate })})
        update documents set stored_status = ${changes.storedStatus}, limit_date = ${changes.limitDate},
          last_activity_at = ${writer.moment.at}
        where tenant_id = ${tenantId} and id = ${id}`);
      return written(target);
    },
  });
}
