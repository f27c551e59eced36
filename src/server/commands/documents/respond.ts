import { guardOf } from '#contract/document-state.ts';
import type { PatchDocumentInput } from '#contract/writes.ts';
import { decideRespond } from '#domain/decide-respond.ts';
import { hasText } from '#domain/rich-text.ts';
import type { CommandCall } from '../../once/command-call.ts';
import type { Done } from '../../once/idempotency.ts';
import { keptDate } from '../../queries/kept-date.ts';
import { inOrder } from '../../queries/references.ts';
import { applyResponse } from './apply-response.ts';
import { guardKnownSectors } from './known-sectors.ts';
import { onDocument } from './on-document.ts';
import { storedRichText } from './rich-text.ts';

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
          return interactionId === null ? {} : { interaction_id: interactionId };
        },
      };
    },
  });
}
