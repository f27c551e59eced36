import type { ReassignInput } from '#contract/reference-writes.ts';
import { guardOf } from '#contract/document-state.ts';
import { decideReassign } from '#domain/decide-reassign.ts';
import type * as v from 'valibot';
import type { CommandCall } from '../../call/command-call.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { inOrder } from '../../queries/references.ts';
import { asStored } from '../frame/stored-text.ts';
import { applyResponse } from './apply-response.ts';
import { guardKnownSectors, judged, lockTarget, verbOn, written } from './on-document.ts';

/**
 * POST /api/documents/{id}/reassign: a transfer by permission, with a written, logged reason (rule
 * A14).
 */
export function reassignDocument(call: CommandCall<v.InferOutput<typeof ReassignInput>>, id: number): Promise<Done> {
  const { actor, body } = call;
  const { reason } = asStored(body);
  const userIds = [...new Set(body.responsible_ids)];
  const organizationIds = body.organization_ids;
  return once(call, {
    ...verbOn(call, { id, type: 'reassign-document', fields: body }),
    effect: async (tx) => {
      const target = await lockTarget(tx, call, { id, userIds, organizationIds });
      const { changes, note } = await judged(
        tx,
        target,
        (today) =>
          guardKnownSectors(target, organizationIds) ??
          decideReassign(target.document, {
            today,
            withinOrganizationId: actor.superAdmin ? null : (actor.organizationId ?? 0),
            currentOrganizationIds: target.moving?.organizationIds ?? [],
            responsibles: inOrder(userIds, target.people),
            organizationIds,
            reason,
            basedOn: guardOf(body.based_on),
          }),
      );
      await applyResponse(tx, { target, changes, content: '', files: [], reason });
      return written(target, { note, text: reason });
    },
  });
}
