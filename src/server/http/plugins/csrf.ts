// Refuses cross-site writes in two ways: by the origin that the browser reports, and by a token
// that only our own pages can read (default 2). Both apply to the login too, and before the method
// override is looked at.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { problems } from '../../reporting/errors.ts';
import { hexHashOf } from '../../sessions/session-store.ts';
import { SAFE_METHODS } from './session.ts';

/** Must be added after addSessions. */
export function addCsrf(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    refuseForeign(request);
    if (!bringsToken(request)) throw problems.csrfMismatch();
  });
}

/** Whether the request brings the CSRF token of its session, which only our own pages can read. */
export function bringsToken({ headers, session }: FastifyRequest): boolean {
  const token = headers['x-xsrf-token'];
  return typeof token === 'string' && session !== null && matches(token, session.csrfHash);
}

function refuseForeign(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw problems.forbidden('Origem não permitida.');
  const { origin } = request.headers;
  if (origin === undefined) return;
  const { publicUrl } = request.server.services.config;
  const own = [`${request.protocol}://${request.host}`, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])];
  if (!own.includes(origin)) throw problems.forbidden('Origem não permitida.');
}

function matches(token: string, csrfHash: string): boolean {
  const given = Buffer.from(hexHashOf(decoded(token)));
  const kept = Buffer.from(csrfHash);
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/** Clients should send the cookie's value URL-decoded, but some send it as it is. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
