// Reference data is answered with a tag of its bytes, and to a client that names this tag again
// with 304 and no bytes. A town's people and sectors are hundreds of kilobytes that change a few
// times a week. No cache keeps them (session data stays `no-store`): the client that keeps them
// itself keeps the tag too. The tag depends on what this person sees now. Which tag an answer had
// is remembered until reference data of the tenant changes, so that the rows are not read for a 304
// (S89).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { Actor } from '../../policies/actor.ts';
import { referenceRev } from '../../queries/reference-rows.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The question and the number of reference data at which it was asked, for a request that names
     * a tag.
     */
    asked: { readonly question: string; readonly rev: number } | null;
  }
}

const REMEMBERED_MAX = 5000;

/**
 * Must be added before the limits, which compress: a tag is of the bytes before that, and therefore
 * weak.
 */
export function addTags(app: FastifyInstance): void {
  const remembered = new Map<string, { readonly rev: number; readonly tag: string }>();
  app.decorateRequest('asked', null);

  app.addHook('preHandler', async (request, reply) => {
    const named = request.headers['if-none-match'];
    const { actor } = request;
    if (request.routeOptions.config.tagged !== true || named === undefined || actor === null) return undefined;
    const { database } = request.server.services;
    // Read before the rows: a change between the two makes the next request read them again.
    const rev = await database.onceInTenant(actor.tenantId, (tx) => referenceRev(tx, actor.tenantId));
    const question = questionOf(request, actor);
    const known = remembered.get(question);
    if (known?.rev === rev && namesTag(named, known.tag)) {
      return reply.header('ETag', known.tag).code(304).send('');
    }
    request.asked = { question, rev };
    return undefined;
  });

  app.addHook('onSend', async (...[request, reply, payload]: [FastifyRequest, FastifyReply, unknown]) => {
    if (request.routeOptions.config.tagged !== true || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string') return payload;
    const tag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
    if (request.asked !== null) remember(request.asked.question, { rev: request.asked.rev, tag });
    reply.header('ETag', tag);
    if (!namesTag(request.headers['if-none-match'], tag)) return payload;
    reply.code(304);
    return '';
  });

  const remember = (question: string, answer: { rev: number; tag: string }): void => {
    remembered.delete(question);
    remembered.set(question, answer);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest);
  };
}

/**
 * The address, and everything of a person on which the rows they see depend
 * (server/policies/visibility.ts).
 */
function questionOf({ url }: FastifyRequest, actor: Actor): string {
  const { tenantId, userId, organizationId, roles } = actor;
  return createHash('sha256')
    .update(JSON.stringify([url, tenantId, userId, organizationId, roles]))
    .digest('base64');
}

/** Whether an If-None-Match names the tag. Its weak and its strong form are equal here. */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((one) => {
    const known = one.trim();
    return known === '*' || known === opaque || known === tag;
  });
}
