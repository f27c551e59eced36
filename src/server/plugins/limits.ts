// Overload and greed (hardening, overload; default 5): limits per session rather than per address, because a town hall is one
// address; early 503 with Retry-After while started work finishes; answers compressed.

import fastifyCompress from '@fastify/compress';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { problems } from '../errors.ts';

const COMPRESS_FROM_BYTES = 1024;
const EVENT_LOOP_DELAY_MAX_MS = 1500;
/** Strangers share their address with a whole building. */
const STRANGERS_FACTOR = 2;

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
      timeWindow: 60_000,
      max: (request: FastifyRequest) => (request.session?.person ? rateLimit : rateLimit * STRANGERS_FACTOR),
      keyGenerator: (request: FastifyRequest) =>
        request.session?.person ? `s:${request.session.tokenHash.toString('base64url')}` : `a:${request.ip}`,
      allowList: (request: FastifyRequest) => request.routeOptions.config.session !== true,
      errorResponseBuilder: (_request, context) => problems.tooManyRequests(Math.ceil(context.ttl / 1000)),
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    });
  }
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    pressureHandler: (request) => {
      if (request.routeOptions.config.session === true) throw problems.unavailable(5);
    },
  });
}
