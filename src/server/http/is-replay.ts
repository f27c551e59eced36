import { HEADERS } from '#contract/sync.ts';
import { Uuid } from '#contract/scalars.ts';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import { receipts } from '../db/schema/history.ts';
import { SAFE_METHODS } from './plugins/session.ts';

/**
 * Whether the request repeats a write that already happened. A replay is answered even when its
 * author has lost the permission since (src/sync/promises.md, Exactly once). The command itself
 * then answers the receipt, or key_reused.
 */
export async function isReplay(request: FastifyRequest, actor: Actor): Promise<boolean> {
  if (SAFE_METHODS.has(request.method)) return false;
  const key = request.headers[HEADERS.idempotencyKey.toLowerCase()];
  if (typeof key !== 'string' || !v.is(Uuid, key)) return false;
  const found = await request.server.services.database.inTenant(actor.tenantId, (tx) =>
    tx
      .select({ key: receipts.key })
      .from(receipts)
      .where(
        and(
          eq(receipts.tenantId, actor.tenantId),
          eq(receipts.actorId, actor.userId),
          eq(receipts.key, key.toLowerCase()),
        ),
      ),
  );
  return found.length > 0;
}
