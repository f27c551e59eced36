import type { PatchDocumentInput } from '#contract/writes.ts';
import { decideReopen } from '#domain/decide-reopen.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { once, type Done, type Effect } from '../../once/idempotency.ts';
import { viewerOf } from '../../policies/viewer.ts';
import { lockDocument } from '../../queries/lock-document.ts';
import type { CommandCall } from '../../once/command-call.ts';
import { acceptedOrThrow } from './decision.ts';
import { momentOf } from '../../once/moment.ts';
import { insertLog } from './writing-sql.ts';

/** PATCH with status `under_review` (rules A1, A7). Already open: done, with a note (rule E6). */
export function reopenDocument(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { limit_date } = call.body;
  return once(call, {
    write: { type: 'reopen-document', fields: { id, limit_date }, fileHashes: [] },
    effect: (tx) => reopen(tx, { call, id }),
  });
}

async function reopen(
  tx: Transaction,
  { call, id }: { call: CommandCall<PatchDocumentInput>; id: number },
): Promise<Effect> {
  const { actor, body } = call;
  const moment = momentOf(call);
  const { document } = await lockDocument(tx, { viewer: viewerOf(actor), id });
  const { decision } = judgeInTime(
    (today) => decideReopen(document, { userId: actor.userId, today, limitDate: body.limit_date }),
    moment,
  );
  const { changes, note } = await acceptedOrThrow(tx, { decision, actor, moment, documentId: id });
  if (note !== null) {
    const stands = { user_id: null, limit_date: document.limitDate };
    return { touched: {}, result: note, ids: { document_id: id }, note: stands, unchangedAt: document.rev };
  }
  const writer = { tenantId: actor.tenantId, userId: actor.userId, document: sql`${id}::bigint`, moment };
  await tx.execute(sql`
    with log as (${insertLog(writer, { action: 'reopening', limitDate: changes.limitDate })})
    update documents set stored_status = ${changes.storedStatus}, limit_date = ${changes.limitDate},
      last_activity_at = ${moment.at}
    where tenant_id = ${actor.tenantId} and id = ${id}`);
  return { touched: { documents: [id] }, result: 'applied', ids: { document_id: id } };
}
