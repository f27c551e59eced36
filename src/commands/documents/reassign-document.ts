import { isSuperAdmin } from '#domain/permissions.ts';
import { decideReassign } from '#domain/decide-respond.ts';
import { candidateOf, foldContextOf } from '#mirror/fold/fold-context.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { onDocument } from '../frame/on-document.ts';
import type { ShownDocument } from '../frame/store-command.ts';

export type ReassignFields = {
  readonly documentKey: string;
  /** The document that the form showed. */
  readonly seen?: ShownDocument | undefined;
  readonly responsibleId: number;
  readonly organizationId: number | null;
  readonly reason: string;
};

/**
 * "Redistribuir" (rule A14): a transfer that takes a permission and a written reason. A manager can
 * transfer only within their own sector.
 */
export async function reassignDocument(context: CommandContext, fields: ReassignFields): Promise<GestureResult> {
  const { documentKey, seen, responsibleId, reason } = fields;
  const { session } = context;
  const own = isSuperAdmin(session.roles) ? null : (session.organization_id ?? 0);
  const organizationIds = own === null ? (fields.organizationId === null ? [] : [fields.organizationId]) : [own];
  const foldContext = await foldContextOf(context.mirror);
  return onDocument(context, {
    type: 'reassign-document',
    documentKey,
    seen,
    decide: ({ document, state, basedOn, today }) =>
      decideReassign(state, {
        today,
        withinOrganizationId: own,
        currentOrganizationIds: document.organizations.map((sector) => sector.id),
        responsibles: [candidateOf(foldContext, responsibleId)],
        organizationIds,
        reason,
        basedOn,
      }),
    payloadOf: () => ({ responsible_ids: [responsibleId], organization_ids: organizationIds, reason: reason.trim() }),
  });
}
