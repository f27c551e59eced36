// Unread answers stay in memory, each as large as it is. An answer of which no byte is taken for
// half a minute is cut, and a person has one large answer at a time: further requests of this
// person meanwhile are told to come back.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { HEADERS } from '#contract/sync.ts';
import { problems } from '../../reporting/errors.ts';
import { SAFE_METHODS } from './session.ts';

/** No byte of an answer was taken for this long. */
export const UNREAD_MAX_MS = 30_000;
/**
 * Pages of lists and of the feed are smaller; a document with a long thread, or many details at
 * once, is not.
 */
export const LARGE_BYTES = 1024 * 1024;
const RETRY_SECONDS = 2;

/**
 * Must be added before the limits, which compress: what is kept for a slow reader is the answer as
 * it was before.
 */
export function addUnread(app: FastifyInstance): void {
  const reading = new Set<string>();

  app.addHook('onSend', async (...[request, reply, payload]: [FastifyRequest, FastifyReply, unknown]) => {
    // Bytes that are taken begin it anew. When the answer is out, the socket has the usual time
    // again. An injected request has a socket without it.
    const { socket }: { readonly socket: Partial<Socket> } = request.raw;
    socket.setTimeout?.(UNREAD_MAX_MS);
    if (typeof payload !== 'string' || payload.length < LARGE_BYTES) return payload;
    const reader = request.actor === null ? `a:${request.ip}` : `p:${request.actor.tenantId}:${request.actor.userId}`;
    if (!reading.has(reader)) {
      reading.add(reader);
      reply.raw.once('close', () => reading.delete(reader));
      return payload;
    }
    if (!mayComeBack(request)) return payload;
    const { status, body, headers } = problems.unavailable(RETRY_SECONDS);
    reply.code(status).headers(headers).removeHeader('ETag');
    return JSON.stringify(body);
  });
}

/**
 * Whether asking again does no harm: a write has its effect already, and only one with a key is
 * answered the same.
 */
function mayComeBack({ method, headers }: FastifyRequest): boolean {
  return SAFE_METHODS.has(method) || headers[HEADERS.idempotencyKey.toLowerCase()] !== undefined;
}
