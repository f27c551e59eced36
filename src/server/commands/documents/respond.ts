import { guardOf } from '#contract/document-state.ts';
import type { PatchDocumentInput } from '#contract/writes.ts';
import { decideRespond } from '#domain/decide-respond.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { hasText } from '#domain/rich-text.ts';
import type { Transaction } from '../../db/database.ts';
import { once, type Done, type Effect } from '../../once/idempotency.ts';
import { viewerOf } from '../../policies/viewer.ts';
import { keptDate } from '../../queries/kept-date.ts';
import { lockDocument } from '../../queries/lock-document.ts';
import { inOrder } from '../../queries/references.ts';
import { storedRichText } from './rich-text.ts';
import { applyResponse } from './apply-response.ts';
import type { CommandCall } from '../../once/command-call.ts';
import { acceptedOrThrow } from './decision.ts';
import { guardKnownSectors } from './known-sectors.ts';
import { momentOf } from '../../once/moment.ts';

/** PATCH without a status: any of text, files, a later limit date, a new responsible, in one transaction (rule D6). */
export function respond(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { content, limit_date, responsible_ids, organization_ids, based_on } = call.body;
  return once(call, {
    write: {
      type: 'respond',
      fields: { id, content, limit_date, responsible_ids, organization_ids, based_on },
      fileHashes: call.files.map((file) => file.sha256),
    },
    effect: (tx) => answer(tx, { call, id }),
  });
}

async function answer(
  tx: Transaction,
  { call, id }: { call: CommandCall<PatchDocumentInput>; id: number },
): Promise<Effect> {
  const { actor, body, files } = call;
  const moment = momentOf(call);
  const content = storedRichText(body.content);
  const responsibleIds = body.responsible_ids === undefined ? null : [...new Set(body.responsible_ids)];
  const locked = await lockDocument(tx, {
    viewer: viewerOf(actor),
    id,
    userIds: responsibleIds ?? [],
    organizationIds: body.organization_ids,
  });
  const { decision } = judgeInTime(
    (today) =>
      guardKnownSectors(locked, body.organization_ids) ??
      decideRespond(locked.document, {
        userId: actor.userId,
        today,
        hasText: hasText(content),
        filesCount: files.length,
        limitDate: body.limit_date,
        responsibles: responsibleIds === null ? null : inOrder(responsibleIds, locked.people),
        organizationIds: body.organization_ids,
        basedOn: guardOf(body.based_on),
      }),
    moment,
  );
  const { changes, note } = await acceptedOrThrow(tx, { decision, actor, moment, documentId: id });
  const noted = note === null ? {} : { note: await keptDate(tx, { actor, document: locked.document }) };
  if (note !== null && !changes.interaction && changes.transfer === null && changes.extension === null) {
    return { touched: {}, result: note, ids: { document_id: id }, ...noted, unchangedAt: locked.document.rev };
  }
  const interactionId = await applyResponse(tx, {
    actor,
    moment,
    locked,
    changes,
    content: hasText(content) ? content : '',
    files,
  });
  return {
    touched: { documents: [id] },
    result: note ?? 'applied',
    ids: { document_id: id, ...(interactionId === null ? {} : { interaction_id: interactionId }) },
    ...noted,
  };
}
