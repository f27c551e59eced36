import type { ReassignInput } from '#contract/reference-writes.ts';
import { guardOf } from '#contract/document-state.ts';
import { decideReassign } from '#domain/decide-reassign.ts';
import type * as v from 'valibot';
import type { CommandCall } from '../../call/command-call.ts';
import type { Done } from '../../once/idempotency.ts';
import { inOrder } from '../../queries/references.ts';
import { asStored } from '../frame/stored-text.ts';
import { applyResponse } from './apply-response.ts';
import { guardKnownSectors, onDocument } from './on-document.ts';

/** POST /api/documents/{id}/reassign: a transfer by permission, with a written, logged reason (rule A14). */
export function reassignDocument(call: CommandCall<v.InferOutput<typeof ReassignInput>>, id: number): Promise<Done> {
  const { actor, body } = call;
  const { reason } = asStored(body);
  const userIds = [...new Set(body.responsible_ids)];
  const organizationIds = body.organization_ids;
  return onDocument(call, {
    id,
    type: 'reassign-document',
    fields: body,
    verb: () => ({
      named: { userIds, organizationIds },
      decide: (locked, today) =>
        guardKnownSectors(locked, organizationIds) ??
        decideReassign(locked.document, {
          today,
          withinOrganizationId: actor.superAdmin ? null : (actor.organizationId ?? 0),
          currentOrganizationIds: locked.moving?.organizationIds ?? [],
          responsibles: inOrder(userIds, locked.people),
          organizationIds,
          reason,
          basedOn: guardOf(body.based_on),
        }),
      apply: async (tx, { changes, locked, writer }) => {
        await applyResponse(tx, { actor, writer, locked, changes, content: '', files: [], reason });
        return { text: reason };
      },
    }),
  });
}
