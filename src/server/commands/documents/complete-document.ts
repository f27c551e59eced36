import { guardOf } from '#contract/document-state.ts';
import type { PatchDocumentInput } from '#contract/writes.ts';
import { decideComplete, decideReopen } from '#domain/decide-complete.ts';
import { sql } from 'drizzle-orm';
import type { CommandCall } from '../../call/command-call.ts';
import { type Done, once } from '../../once/idempotency.ts';
import { judged, lockTarget, unchanged, verbOn, written } from './on-document.ts';
import { enqueueNotices, insertLog, noticesTo } from './writing-sql.ts';

/**
 * PATCH with status `completed` (rules A1, A3, A4, A6). A document that is completed already is no
 * error: the receipt has a note (rule E6).
 */
export function completeDocument(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { userId, tenantId } = call.actor;
  const { limit_date: limitDate, based_on } = call.body;
  return once(call, {
    // `based_on` is not part of the fingerprint: receipts from before it was judged must answer
    // their replays (S6).
    ...verbOn(call, { id, type: 'complete-document', fields: { limit_date: limitDate } }),
    effect: async (tx) => {
      const target = await lockTarget(tx, call, { id });
      const { document, writer } = target;
      const { note } = await judged(tx, target, (today) =>
        decideComplete(document, { userId, today, limitDate, basedOn: guardOf(based_on) }),
      );
      if (note !== null) {
        const standing = { user_id: document.completedBy, limit_date: document.limitDate };
        return unchanged(target, { note, standing });
      }
      const steps = [
        sql`log as (${insertLog(writer, { action: 'completion' })})`,
        ...enqueueNotices(
          writer,
          noticesTo('completion', { wrote: [document.createdBy], holds: document.responsibleIds }),
        ),
      ];
      await tx.execute(sql`with ${sql.join(steps, sql`, `)}
        update documents set stored_status = 'completed', completed_by = ${userId}, last_activity_at = ${writer.moment.at}
        where tenant_id = ${tenantId} and id = ${id}`);
      return written(target);
    },
  });
}

/**
 * PATCH with status `under_review` (rules A1, A7). A document that is open already is no error: the
 * receipt has a note (rule E6).
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
      const steps = [
        sql`log as (${insertLog(writer, { action: 'reopening', limitDate: changes.limitDate })})`,
        ...enqueueNotices(
          writer,
          noticesTo('reopening', { wrote: [document.createdBy], holds: document.responsibleIds }),
        ),
      ];
      await tx.execute(sql`with ${sql.join(steps, sql`, `)}
        update documents set stored_status = ${changes.storedStatus}, limit_date = ${changes.limitDate},
          last_activity_at = ${writer.moment.at}
        where tenant_id = ${tenantId} and id = ${id}`);
      return written(target);
    },
  });
}
