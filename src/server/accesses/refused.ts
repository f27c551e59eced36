// Records refused attempts (S229): a document or file out of the person's sight, and what their
// permissions do not cover. The client's answer does not depend on whether the event is stored.

import type { FastifyRequest } from 'fastify';
import type { HttpProblem } from '../reporting/errors.ts';
import { deviceOf, isFromElsewhere, recordRefused } from './record-access.ts';

const DOCUMENT = '/api/documents/:id';
const DOCUMENT_FILE = '/api/documents/get-file-content/:id';

export async function recordRefusal(request: FastifyRequest, { status, body }: HttpProblem): Promise<void> {
  const { actor, server, log } = request;
  const on = attemptOf(request, { status, type: body.type });
  if (actor === null || actor === undefined || on === null) return;
  const { database, clock } = server.services;
  const accessing = { actor, device: deviceOf(request), now: clock(), fromElsewhere: isFromElsewhere(request) };
  await database
    .inTenant(actor.tenantId, (tx) => recordRefused(tx, accessing, on))
    .catch((error: unknown) => log.warn({ event: 'refusal_not_noted', err: error }, 'a refused attempt was not noted'));
}

/**
 * What was attempted; null for a refusal that is not about sight or rights. A command under another
 * person's session (`actor_mismatch`, I4) is a mistake of the device, and gives null too.
 */
function attemptOf(
  { routeOptions, method, params }: FastifyRequest,
  { status, type }: { status: number; type: string | undefined },
): Parameters<typeof recordRefused>[2] | null {
  const { url = '' } = routeOptions;
  if ((status !== 403 && status !== 404) || type === 'actor_mismatch' || !url.startsWith('/api/')) return null;
  const id = Number((params as { readonly id?: string } | undefined)?.id);
  const isNamed = Number.isSafeInteger(id) && id > 0;
  if (isNamed && url === DOCUMENT_FILE) return { file: id };
  if (isNamed && (url === DOCUMENT || url.startsWith(`${DOCUMENT}/`))) return { document: id };
  return status === 403 ? { route: `${method} ${url}` } : null;
}
