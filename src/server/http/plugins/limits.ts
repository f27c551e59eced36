// Limits the number of requests (default 5) per session rather than per address, because a town hall is one address; and
// compresses answers. The limit is checked before the database is asked, so that too many requests cost no query.

import fastifyCompress from '@fastify/compress';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { problems } from '../../reporting/errors.ts';
import { readsSession } from './session.ts';

const COMPRESS_FROM_BYTES = 1024;
/** Visitors share their address with a whole building. */
const STRANGERS_FACTOR = 2;

/** Must be added after addSessionCookie and before addSessions. */
export async function addLimits(app: FastifyInstance): Promise<void> {
  const { rateLimit } = app.services.config;
  await app.register(fastifyCompress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    customTypes: /^(application\/(json|javascript|manifest\+json)|text\/(html|css|javascript|plain)|image\/svg\+xml)/,
    inflateIfDeflated: false,
  });
  if (rateLimit > 0) {
    await app.register(fastifyRateLimit, {
      // The limit is a hook of our own, because the plugin's would come after the hooks that ask the database.
      global: false,
      timeWindow: 60_000,
      max: (request: FastifyRequest) => (personOf(request) === null ? rateLimit * STRANGERS_FACTOR : rateLimit),
      keyGenerator: (request: FastifyRequest) => personOf(request) ?? `a:${request.ip}`,
      allowList: (request: FastifyRequest) => !readsSession(request),
      errorResponseBuilder: (_request, context) => problems.tooManyRequests(Math.ceil(context.ttl / 1000)),
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    });
    app.addHook('onRequest', app.rateLimit());
  }
}

/** The session of a person who logged in, named by a part of its token; null for visitors. */
function personOf({ sessionToken, sessionKind }: FastifyRequest): string | null {
  return sessionToken === null || sessionKind !== 'person' ? null : `s:${sessionToken.slice(0, 22)}`;
}
