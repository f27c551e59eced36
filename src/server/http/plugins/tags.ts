// An answer with reference data carries a tag of its bytes (ETag). A client that sends the tag
// again gets 304 and no bytes. A town's people and sectors are hundreds of kilobytes that change a
// few times a week. Caches of HTTP keep nothing (session data stays `no-store`): a client that
// keeps the data itself keeps the tag too. The tag depends on what this person sees now.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/**
 * Must be added before the limits, which compress: the tag is that of the bytes before compression,
 * and therefore weak.
 */
export function addTags(app: FastifyInstance): void {
  app.addHook('onSend', async (...[request, reply, payload]: [FastifyRequest, FastifyReply, unknown]) => {
    if (request.routeOptions.config.tagged !== true || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string') return payload;
    const tag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.header('ETag', tag);
    if (!namesTag(request.headers['if-none-match'], tag)) return payload;
    reply.code(304);
    return '';
  });
}

/** Whether an If-None-Match names the tag. The tag's weak and strong forms count as equal. */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((one) => {
    const known = one.trim();
    return known === '*' || known === opaque || known === tag;
  });
}
