import type { PatchDocumentInput } from '#contract/writes.ts';
import { decideComplete } from '#domain/decide-complete.ts';
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

/** PATCH with status `completed` (rules A1, A3, A4, A6). Already completed: done, with a note (rule E6). */
export function completeDocument(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { limit_date } = call.body;
  return once(call, {
    write: { type: 'complete-document', fields: { id, limit_date }, fileHashes: [] },
    effect: (tx) => complete(tx, { call, id }),
  });
}

async function complete(
  tx: Transaction,
  { call, id }: { call: CommandCall<PatchDocumentInput>; id: number },
): Promise<Effect> {
  const { actor, body } = call;
  const moment = momentOf(call);
  const { document } = await lockDocument(tx, { viewer: viewerOf(actor), id });
  const { decision } = judgeInTime(
    (today) => decideComplete(document, { userId: actor.userId, today, limitDate: body.limit_date }),
    moment,
  );
  const { note } = await acceptedOrThrow(tx, { decision, actor, moment, documentId: id });
  if (note !== null) {
    const stands = { user_id: document.completedBy, limit_date: document.limitDate };
    return { touched: {}, result: note, ids: { document_id: id }, note: stands, unchangedAt: document.rev };
  }
  const writer = { tenantId: actor.tenantId, userId: actor.userId, document: sql`${id}::bigint`, moment };
  await tx.execute(sql`with log as (${insertLog(writer, { action: 'completion' })})
    update documents set stored_status = 'completed', completed_by = ${actor.userId}, last_activity_at = ${moment.at}
    where tenant_id = ${actor.tenantId} and id = ${id}`);
  return { touched: { documents: [id] }, result: 'applied', ids: { document_id: id } };
}
