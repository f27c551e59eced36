import { guardOf } from '#contract/document-state.ts';
import type { PatchDocumentInput, ReceiptNote } from '#contract/writes.ts';
import { decideRespond } from '#domain/decide-respond.ts';
import { hasText } from '#domain/plain-text.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { inOrder } from '../../queries/references.ts';
import { applyResponse } from './apply-response.ts';
import { guardKnownSectors, judged, lockTarget, unchanged, verbOn, written, type Target } from './on-document.ts';
import { storedRichText } from './rich-text.ts';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import * as v from 'valibot';

/**
 * PATCH without a status: any of text, files, a later limit date and a new responsible, in one
 * transaction (rule D6).
 */
export function respond(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { actor, files } = call;
  const { content: html, limit_date, responsible_ids, organization_ids: organizationIds, based_on } = call.body;
  const userIds = [...new Set(responsible_ids)];
  return once(call, {
    ...verbOn(call, {
      id,
      type: 'respond',
      fields: { content: html, limit_date, responsible_ids, organization_ids: organizationIds, based_on },
    }),
    effect: async (tx) => {
      // Before the document is locked, because sanitising takes long.
      const content = storedRichText(html);
      const target = await lockTarget(tx, call, { id, userIds, organizationIds });
      const { changes, note } = await judged(
        tx,
        target,
        (today) =>
          guardKnownSectors(target, organizationIds) ??
          decideRespond(target.document, {
            userId: actor.userId,
            today,
            hasText: hasText(content),
            filesCount: files.length,
            textBytes: Buffer.byteLength(content),
            limitDate: limit_date,
            responsibles: responsible_ids === undefined ? null : inOrder(userIds, target.people),
            organizationIds,
            basedOn: guardOf(based_on),
          }),
      );
      const standing = note === null ? undefined : await keptDate(tx, target);
      const { interaction, transfer, extension } = changes;
      if (note !== null && !interaction && transfer === null && extension === null) {
        return unchanged(target, { note, standing });
      }
      const text = hasText(content) ? content : '';
      const interactionId = await applyResponse(tx, { target, changes, content: text, files });
      const ids = interactionId === null ? {} : { interaction_id: interactionId };
      return written(target, { note, standing, ids, text });
    },
  });
}

/**
 * The limit date that a document has and the person who set it, for the author of a date that lost
 * to it (rule E6).
 */
async function keptDate(tx: Transaction, { actor, document }: Target): Promise<ReceiptNote> {
  // Looks for the first line with this date among those after the last line with another date,
  // because a reopening may set an earlier date again.
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
