// What a device did with documents while the server could not see it.

import { AccessEventsInput, type DeviceAccessEvent } from '#contract/accesses.ts';
import { PATHS } from '#contract/paths.ts';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { type AccessNote, accessing, recordAccesses } from '../accesses/record-access.ts';
import { performedAtOf } from '../http/command-headers.ts';
import { markReplay, route } from '../http/route.ts';
import { once } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';

export function registerAccesses(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: PATHS.accessEvents,
    access: 'authenticated',
    summary: 'Files opened, prints and exports that happened on a device; a batch is recorded once.',
    countsAsUse: false,
    body: AccessEventsInput,
    handler: async (call) => {
      const { actor, body, now } = call;
      const done = await once(call, {
        write: { type: 'record-accesses', fields: body, fileHashes: [] },
        effect: async (tx) => {
          const notes = body.events.map((event) => noteOf(event, { actor, now }));
          const [rows] = await Promise.all([
            tx.rowsOf(
              v.object({ value: v.number() }),
              sql`select value::float8 as value from counters where tenant_id = ${actor.tenantId}`,
            ),
            recordAccesses(tx, accessing(call), notes),
          ]);
          return { touched: {}, result: 'applied', ids: {}, unchangedAt: rows[0]?.value ?? 0 };
        },
      });
      markReplay(call.reply, done);
      call.reply.code(201);
      return { receipt: done.receipt };
    },
  });
}

/** The times of a device's events are judged like those of commands (rule A4). */
function noteOf(event: DeviceAccessEvent, facts: { readonly actor: Actor; readonly now: number }): AccessNote {
  const { performedAt, clockSuspect } = performedAtOf(event.performed_at, facts);
  return {
    kind: event.kind,
    at: performedAt,
    clockSuspect,
    offline: event.offline ?? false,
    documentId: event.document_id ?? null,
    fileId: event.file_id ?? null,
    amount: event.amount ?? null,
  };
}
