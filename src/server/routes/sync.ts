// The feed, details and receipts for devices (src/sync/promises.md, Rows on the wire). None of
// these routes records a view or counts as use of the session.

import { Uuid } from '#contract/scalars.ts';
import { KEY_ID } from '#contract/signed-receipt.ts';
import { EXTENTS, FIRST_SCREEN, ROW_FORMS, SYNC_DETAILS_MAX, SYNC_PAGE_MAX } from '#contract/sync.ts';
import { type WithdrawalAnswer, WithdrawInput } from '#contract/writes.ts';
import { dayAt } from '#domain/dates.ts';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { accessing, type CopyRecord } from '../accesses/record-access.ts';
import { unlessFull } from '../db/connections.ts';
import { sweepCommand } from '../files/staged-uploads.ts';
import { askedBy } from '../http/plugins/session.ts';
import type { DeviceCookie } from '../http/plugins/device-cookie.ts';
import { clamped, route } from '../http/route.ts';
import { findReceipt, withdrawKey } from '../once/idempotency.ts';
import { RightsChanged } from '../once/standing.ts';
import { viewerOf } from '../policies/actor.ts';
import { presentDetails, presentRow } from '../presenters/present-document.ts';
import { findDetails, findWhole } from '../queries/find-document.ts';
import { problems } from '../reporting/errors.ts';
import { changesPage } from '../sync/changes.ts';
import { decodeCursor } from '../sync/cursor.ts';

const ChangesQuery = v.object({
  cursor: v.optional(v.string()),
  limit: clamped({ min: 1, max: SYNC_PAGE_MAX, fallback: SYNC_PAGE_MAX }),
  rows: v.optional(v.picklist(ROW_FORMS)),
  extent: v.optional(v.picklist(EXTENTS), 'whole'),
  first: v.optional(v.literal(FIRST_SCREEN)),
});

type Parts = { readonly device: DeviceCookie; readonly recordCopies: CopyRecord };

export function registerSync(app: FastifyInstance, { device, recordCopies }: Parts): void {
  route(app, {
    method: 'GET',
    url: '/api/receipt-keys/:id',
    access: 'public',
    summary: 'The public key that a receipt names, and whose it is, for whoever checks the receipt.',
    countsAsUse: false,
    params: v.object({ id: v.pipe(v.string(), v.regex(KEY_ID)) }),
    handler: async ({ params, services }) => {
      const key = await services.receiptKeys.find(params.id);
      if (key === null) throw problems.notFound();
      return key;
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/sync/changes',
    access: 'authenticated',
    summary: 'A page of everything the person may see, or of what changed since.',
    countsAsUse: false,
    query: ChangesQuery,
    handler: async ({ actor, query, now, services, request, reply }) => {
      const { json, epoch, ahead } = await services.database.inTenant(actor.tenantId, (tx) =>
        changesPage(tx, {
          seals: services.rollbacks,
          actor,
          loginId: request.session?.person?.login?.id ?? null,
          cursor: decodeCursor(query.cursor),
          limit: query.limit,
          nowMs: now,
          today: dayAt(now, actor.timeZone),
          extent: query.extent,
          first: query.first,
          boundedFrom: services.config.boundedFrom,
        }),
      );
      // The session was read before the page. A walk of the old sight must not carry the new epoch.
      if (epoch !== String(request.session?.person?.scope_epoch)) throw new RightsChanged();
      if (ahead !== undefined) await services.rollbacks.seenAhead({ tenantId: actor.tenantId, rev: ahead });
      // From now on the device keeps the person's data, so it gets the person's mark (S100).
      if (askedBy(request) !== 'elsewhere' && !device.isMarked(request, actor.userId)) device.mark(reply, actor.userId);
      reply.type('application/json; charset=utf-8');
      return json;
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/sync/documents',
    access: 'read_documents',
    summary: 'Details of up to 50 documents; records no view.',
    countsAsUse: false,
    query: v.object({ ids: v.string(), rows: v.optional(v.literal('full')) }),
    handler: async (call) => {
      const { actor, query, now, services } = call;
      const asked = { viewer: viewerOf(actor), ids: idsOf(query.ids) };
      const note = (ids: readonly number[]): Promise<void> =>
        unlessFull(recordCopies(services.database, { ...accessing(call), actor, ids }));
      if (query.rows === undefined) {
        const found = await services.database.onceInTenant(actor.tenantId, (tx) => findDetails(tx, asked));
        await note(found.map((one) => one.id));
        return { documents: found.map(presentDetails) };
      }
      const today = dayAt(now, actor.timeZone);
      const found = await services.database.onceInTenant(actor.tenantId, (tx) => findWhole(tx, asked));
      await note(found.map(({ details }) => details.id));
      return { documents: found.map((one) => ({ ...presentDetails(one.details), row: presentRow(one, today) })) };
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/sync/receipts/:key',
    access: 'authenticated',
    summary: 'What a write of the person did.',
    countsAsUse: false,
    params: v.object({ key: Uuid }),
    handler: async ({ actor, params, services }) => {
      const kept = await services.database.inTenant(actor.tenantId, (tx) =>
        findReceipt(tx, { actor, key: params.key.toLowerCase() }),
      );
      if (kept === null) throw problems.notFound();
      return services.receiptKeys.signed(actor.tenantId, kept);
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/api/sync/receipts/:key',
    access: 'authenticated',
    summary:
      'Withdraws what the person sent under a key and what may still be on its way; its receipt if it had an effect.',
    countsAsUse: false,
    params: v.object({ key: Uuid }),
    query: WithdrawInput,
    handler: async ({ actor, params, query, now, services, log }): Promise<WithdrawalAnswer> => {
      const key = params.key.toLowerCase();
      const kept = await services.database.inTenant(actor.tenantId, (tx) =>
        withdrawKey(tx, { actor, key, attempts: query.attempts, now }),
      );
      await sweepCommand({ ...services, log }, { tenantId: actor.tenantId, userId: actor.userId, key });
      return { receipt: kept === null ? null : await services.receiptKeys.signed(actor.tenantId, kept) };
    },
  });
}

/** Reads `1,2,3`, at most 50 ids. */
function idsOf(text: string): number[] {
  const ids = text.split(',').map((part) => Number(part.trim()));
  const valid = ids.every((id) => Number.isSafeInteger(id) && id > 0);
  if (!valid || ids.length > SYNC_DETAILS_MAX) throw problems.invalid({ ids: ['Informe de 1 a 50 números.'] });
  return [...new Set(ids)];
}
