import { guardOf } from '#contract/document-state.ts';
import type { PatchDocumentInput, ReceiptNote } from '#contract/writes.ts';
import { decideRespond } from '#domain/decide-respond.ts';
import { hasText } from '#domain/plain-text.ts';
import type { CommandCall } from '../../call/command-call.ts';
import type { Done } from '../../once/idempotency.ts';
import { inOrder } from '../../queries/references.ts';
import { applyResponse } from './apply-response.ts';
import { guardKnownSectors, onDocument } from './on-document.ts';
import { storedRichText } from './rich-text.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { LockedDocument } from '../../queries/lock-document.ts';
import * as v from 'valibot';

/** PATCH without a status: any of text, files, a later limit date and a new responsible, in one transaction (rule D6). */
export function respond(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { actor, files } = call;
  const { content: html, limit_date, responsible_ids, organization_ids: organizationIds, based_on } = call.body;
  const userIds = [...new Set(responsible_ids)];
  return onDocument(call, {
    id,
    type: 'respond',
    fields: { content: html, limit_date, responsible_ids, organization_ids: organizationIds, based_on },
    verb: () => {
      const content = storedRichText(html);
      return {
        named: { userIds, organizationIds },
        decide: (locked, today) =>
          guardKnownSectors(locked, organizationIds) ??
          decideRespond(locked.document, {
            userId: actor.userId,
            today,
            hasText: hasText(content),
            filesCount: files.length,
            textBytes: Buffer.byteLength(content),
            limitDate: limit_date,
            responsibles: responsible_ids === undefined ? null : inOrder(userIds, locked.people),
            organizationIds,
            basedOn: guardOf(based_on),
          }),
        standing: (tx, document) => keptDate(tx, { actor, document }),
        apply: async (tx, { changes, note, locked, writer }) => {
          const { interaction, transfer, extension } = changes;
          if (note !== null && !interaction && transfer === null && extension === null) return null;
          const text = hasText(content) ? content : '';
          const interactionId = await applyResponse(tx, { actor, writer, locked, changes, content: text, files });
          return { text, ...(interactionId === null ? {} : { ids: { interaction_id: interactionId } }) };
        },
      };
    },
  });
}

/** The limit date that a document has and the person who set it, for the author of a date that lost to it (rule E6). */
async function keptDate(
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
