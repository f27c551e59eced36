// Limits the number of requests (default 5) per session rather than per address, because a town
// hall is one address; and compresses answers. The limit is checked before the database is asked,
// so that too many requests cost no query. Requests without a login are counted by address and
// route, so that a flood of one does not stop the others. The way to a login has a bucket of its
// own, which fills evenly and by each solved proof: people who log in don't use it up (S160).

import fastifyCompress from '@fastify/compress';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { PATHS } from '#contract/paths.ts';
import { createBuckets } from '../../config/buckets.ts';
import { problems } from '../../reporting/errors.ts';
import { readsSession } from './session.ts';

const COMPRESS_FROM_BYTES = 1024;
/**
 * Visitors of one address get this many times the limit of a session, because a whole building
 * shares the address.
 */
const STRANGERS_FACTOR = 2;
const WINDOW_MS = 60_000;
const WAY: ReadonlySet<string> = new Set([
  PATHS.csrfCookie,
  PATHS.humanVerification,
  PATHS.login,
  PATHS.forgotPassword,
]);
/**
 * How many requests a solved proof puts back into the bucket: what a login takes, and as much again
 * for the next login.
 */
const WAY_OF_A_LOGIN = 6;

declare module 'fastify' {
  interface FastifyInstance {
    /** Says that the client of this request has solved a proof of work. */
    noteProof: (request: FastifyRequest) => void;
  }
}

/** Must be added after addSessionCookie and before addSessions. */
export async function addLimits(app: FastifyInstance): Promise<void> {
  const { rateLimit } = app.services.config;
  const ofStrangers = rateLimit * STRANGERS_FACTOR;
  await app.register(fastifyCompress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    customTypes: /^(application\/(json|javascript|manifest\+json)|text\/(html|css|javascript|plain)|image\/svg\+xml)/,
    inflateIfDeflated: false,
  });
  if (rateLimit > 0) {
    await app.register(fastifyRateLimit, {
      // The limit is a hook of our own, because the plugin's would come after the hooks that ask
      // the database.
      global: false,
      timeWindow: WINDOW_MS,
      max: (request: FastifyRequest) => (personOf(request) === null ? ofStrangers : rateLimit),
      keyGenerator: (request: FastifyRequest) =>
        personOf(request) ?? `a:${request.ip} ${request.routeOptions.url ?? 'nowhere'}`,
      allowList: (request: FastifyRequest) => !readsSession(request) || leadsToLogin(request),
      errorResponseBuilder: (_request, context) => problems.tooManyRequests(Math.ceil(context.ttl / 1000)),
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    });
    app.addHook('onRequest', app.rateLimit());
    const way = createBuckets({ size: ofStrangers, perMs: ofStrangers / WINDOW_MS, now: () => performance.now() });
    app.addHook('onRequest', async (request) => {
      const seconds = leadsToLogin(request) ? way.take(request.ip) : 0;
      if (seconds > 0) throw problems.tooManyRequests(seconds);
    });
    app.decorate('noteProof', ({ ip }: FastifyRequest) => way.give(ip, WAY_OF_A_LOGIN));
  } else app.decorate('noteProof', () => undefined);
}

/** Whether a request without a session is one of those that a login needs. */
function leadsToLogin(request: FastifyRequest): boolean {
  return WAY.has(request.routeOptions.url ?? '') && personOf(request) === null;
}

/** The session of a person who logged in, named by a part of its token; null for visitors. */
function personOf({ sessionToken, sessionKind }: FastifyRequest): string | null {
  return sessionToken === null || sessionKind !== 'person' ? null : `s:${sessionToken.slice(0, 22)}`;
}
