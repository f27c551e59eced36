import type { PatchDocumentInput } from '#contract/writes.ts';
import { decideReopen } from '#domain/decide-reopen.ts';
import { sql } from 'drizzle-orm';
import type { CommandCall } from '../../call/command-call.ts';
import type { Done } from '../../once/idempotency.ts';
import { onDocument } from './on-document.ts';
import { insertLog } from './writing-sql.ts';

/** PATCH with status `under_review` (rules A1, A7). An open document is accepted with a note (rule E6). */
export function reopenDocument(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { userId, tenantId } = call.actor;
  const { limit_date } = call.body;
  return onDocument(call, {
    id,
    type: 'reopen-document',
    fields: { limit_date },
    verb: () => ({
      decide: ({ document }, today) => decideReopen(document, { userId, today, limitDate: limit_date }),
      standing: (_tx, document) => ({ user_id: null, limit_date: document.limitDate }),
      apply: async (tx, { note, changes, writer }) => {
        if (note !== null) return null;
        await tx.execute(sql`
          with log as (${insertLog(writer, { action: 'reopening', limitDate: changes.limitDate })})
          update documents set stored_status = ${changes.storedStatus}, limit_date = ${changes.limitDate},
            last_activity_at = ${writer.moment.at}
          where tenant_id = ${tenantId} and id = ${id}`);
        return {};
      },
    }),
  });
}
