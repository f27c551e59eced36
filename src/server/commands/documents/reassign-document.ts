import type { ReassignInput } from '#contract/reference-writes.ts';
import { decideReassign } from '#domain/decide-reassign.ts';
import { sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { once, type Done, type Effect } from '../../once/idempotency.ts';
import { viewerOf } from '../../policies/viewer.ts';
import { lockDocument } from '../../queries/lock-document.ts';
import { inOrder } from '../../queries/references.ts';
import { applyResponse } from './apply-response.ts';
import type { CommandCall } from '../../once/command-call.ts';
import { acceptedOrThrow } from './decision.ts';
import { guardKnownSectors } from './known-sectors.ts';
import { momentOf } from '../../once/moment.ts';
import { asStored } from '../frame/stored-text.ts';

type Call = CommandCall<v.InferOutput<typeof ReassignInput>>;

/** POST /api/documents/{id}/reassign: a transfer by permission, with a written, logged reason (rule A14). */
export function reassignDocument(call: Call, id: number): Promise<Done> {
  return once(call, {
    write: { type: 'reassign-document', fields: { id, ...call.body }, fileHashes: [] },
    effect: (tx) => reassign(tx, { call, id }),
  });
}

async function reassign(tx: Transaction, { call, id }: { call: Call; id: number }): Promise<Effect> {
  const { actor } = call;
  const body = asStored(call.body);
  const moment = momentOf(call);
  const userIds = [...new Set(body.responsible_ids)];
  const organizationIds = body.organization_ids;
  const locked = await lockDocument(tx, { viewer: viewerOf(actor), id, userIds, organizationIds });
  const currentOrganizationIds = await sectorsOf(tx, { actor, id });
  const decision =
    guardKnownSectors(locked, organizationIds) ??
    decideReassign(locked.document, {
      today: moment.today,
      withinOrganizationId: actor.superAdmin ? null : (actor.organizationId ?? 0),
      currentOrganizationIds,
      responsibles: inOrder(userIds, locked.people),
      organizationIds,
      reason: body.reason,
    });
  const { changes } = await acceptedOrThrow(tx, { decision, actor, moment, documentId: id });
  await applyResponse(tx, { actor, moment, locked, changes, content: '', files: [], reason: body.reason });
  return { touched: { documents: [id] }, result: 'applied', ids: { document_id: id } };
}

async function sectorsOf(tx: Transaction, document: { actor: Actor; id: number }): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`select organization_id as id from document_organizations
    where tenant_id = ${document.actor.tenantId} and document_id = ${document.id} and current`);
  return rows.map((row) => row.id);
}
