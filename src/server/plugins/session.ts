// Who is asking: the session cookie read anew on every request that needs it.

import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { LiveSession, SessionSecrets, SessionStore } from '../sessions/session-store.ts';
import { actorOfRow } from '../sessions/session-person.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: LiveSession | null;
    /** null for a stranger. */
    actor: Actor | null;
    /** The cookie's token when its session is alive. */
    sessionToken: string | null;
  }
}

const REMEMBER_SECONDS = 30 * 86_400;
export const CSRF_COOKIE = 'XSRF-TOKEN';

/** Reads cookies and the session before everything else; must be registered on the root instance. */
export async function addSessions(app: FastifyInstance, sessions: SessionStore): Promise<void> {
  await app.register(fastifyCookie);
  app.decorate('sessions', sessions);
  app.decorateRequest('session', null);
  app.decorateRequest('actor', null);
  app.decorateRequest('sessionToken', null);
  app.addHook('onRequest', async (request) => {
    const config = request.routeOptions.config;
    if (config.session !== true) return;
    const token = request.cookies[sessionCookieName(request)];
    if (token === undefined) return;
    const session = await sessions.find(token, {
      now: app.services.clock(),
      countsAsUse: config.countsAsUse !== false,
    });
    if (session === null) return;
    request.session = session;
    request.sessionToken = token;
    request.actor = session.person === null ? null : actorOfRow(session.person);
  });
}

/** Hands both cookies to the browser; the CSRF token also in a header, for workers that can't read cookies. */
export function giveSession(reply: FastifyReply, session: SessionSecrets & { readonly remember: boolean }): void {
  const secure = isSecure(reply.request);
  const life = session.remember ? { maxAge: REMEMBER_SECONDS } : {};
  const common = { path: '/', sameSite: 'lax' as const, secure, ...life };
  reply.setCookie(sessionCookieName(reply.request), session.token, { ...common, httpOnly: true });
  giveCsrfToken(reply, session);
}

/** The readable cookie and the header. */
export function giveCsrfToken(
  reply: FastifyReply,
  session: { readonly csrfToken: string; readonly remember: boolean },
): void {
  const life = session.remember ? { maxAge: REMEMBER_SECONDS } : {};
  reply.setCookie(CSRF_COOKIE, session.csrfToken, {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(reply.request),
    httpOnly: false,
    ...life,
  });
  reply.header('X-XSRF-TOKEN', session.csrfToken);
}

export function forgetSession(reply: FastifyReply): void {
  const secure = isSecure(reply.request);
  reply.clearCookie(sessionCookieName(reply.request), { path: '/', sameSite: 'lax', secure, httpOnly: true });
  reply.clearCookie(CSRF_COOKIE, { path: '/', sameSite: 'lax', secure });
}

function sessionCookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-malote_session' : 'malote_session';
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || (request.server.services.config.publicUrl?.startsWith('https:') ?? false);
}
