// The session and the person of a request, and the kind of page or client that made it. The session
// is read anew on every request that needs it. The cookie alone is read first, so that the limits
// come before the database.

import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../policies/actor.ts';
import { problems } from '../../reporting/errors.ts';
import { actorOfRow } from '../../sessions/session-person.ts';
import {
  hexHashOf,
  type LiveSession,
  type SessionKind,
  type SessionSecrets,
  type SessionStore,
} from '../../sessions/session-store.ts';
import { claimedLoginOf, isFromOutbox } from '../command-headers.ts';
import { isSecure } from './security.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: LiveSession | null;
    /** The person who is logged in; null without a login. */
    actor: Actor | null;
    /** The cookie's token when this server made it. Its session may be over. */
    sessionToken: string | null;
    /** Whether the token of `sessionToken` was made for a person or for a visitor. */
    sessionKind: SessionKind | null;
  }
}

const REMEMBER_SECONDS = 30 * 86_400;
const CSRF_COOKIE = 'XSRF-TOKEN';

export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the session of a request is read: for the addresses of the API, and for every write to
 * whatever address.
 */
export function readsSession(request: FastifyRequest): boolean {
  return request.routeOptions.config.session === true || !SAFE_METHODS.has(request.method);
}

/** Reads the cookie without a query. Must be registered on the root instance. */
export async function addSessionCookie(app: FastifyInstance, sessions: SessionStore): Promise<void> {
  await app.register(fastifyCookie);
  app.decorate('sessions', sessions);
  app.decorateRequest('session', null);
  app.decorateRequest('actor', null);
  app.decorateRequest('sessionToken', null);
  app.decorateRequest('sessionKind', null);
  app.addHook('onRequest', async (request) => {
    const token = request.cookies[sessionCookieName(request)];
    const kind = token === undefined ? null : sessions.kindOf(token);
    if (token === undefined || kind === null) return;
    request.sessionToken = token;
    request.sessionKind = kind;
  });
}

/** Reads the session itself. Must be added after addSessionCookie and the limits. */
export function addSessions(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!readsSession(request)) return;
    await readSession(request);
    giveLonger(reply);
  });
}

/**
 * Lets the cookies of "Ficar logado" last as long as the session, which its use prolongs. Only the
 * answer to a command of an outbox gives them, because no login begins while a device waits for it
 * (src/sync/promises.md, Drain). Any other answer may arrive after that of a newer login, and would
 * replace its cookies.
 */
function giveLonger(reply: FastifyReply): void {
  const { session, sessionToken: token, server } = reply.request;
  if (token === null || session?.remember !== true || !isFromOutbox(reply.request)) return;
  const csrfToken = server.sessions.csrfTokenOf(token);
  giveSession(reply, { token, csrfToken, remember: true, seconds: Math.floor(session.lastsMs / 1000) });
}

/**
 * Looks up the session of the request and its person. A second call replaces what the first one
 * found.
 */
export async function readSession(request: FastifyRequest): Promise<void> {
  const { sessionToken, server } = request;
  if (sessionToken === null) return;
  const session = await server.sessions.find(sessionToken, {
    now: server.services.clock(),
    // A link on another site neither keeps a session alive nor is a contact of the person's device.
    isFromHere: askedBy(request) !== 'elsewhere',
    countsAsUse: request.routeOptions.config.countsAsUse !== false,
    claimedLogin: claimedLoginOf(request),
    sharer: server.sharerOf(request),
  });
  const person = session?.person ?? null;
  const writingWith = session === null || SAFE_METHODS.has(request.method) ? null : session.tokenHash;
  request.session = session;
  request.actor = person === null ? null : actorOfRow(person, writingWith);
}

/**
 * Whether cookies outlive the browser, and then for how long: `seconds`, or as long as a new
 * session lasts.
 */
type Life = { readonly remember: boolean; readonly seconds?: number };

function lifeOf({ remember, seconds = REMEMBER_SECONDS }: Life): { readonly maxAge?: number } {
  return remember ? { maxAge: seconds } : {};
}

/**
 * Gives both cookies to the browser, and the CSRF token also in a header, for workers that can't
 * read cookies.
 */
export function giveSession(reply: FastifyReply, session: SessionSecrets & Life): void {
  const secure = isSecure(reply.request);
  const common = { path: '/', sameSite: 'lax' as const, secure, ...lifeOf(session) };
  reply.setCookie(sessionCookieName(reply.request), session.token, { ...common, httpOnly: true });
  giveCsrfToken(reply, session);
}

/** Gives the CSRF token in the readable cookie and in the header. */
export function giveCsrfToken(reply: FastifyReply, session: { readonly csrfToken: string } & Life): void {
  reply.setCookie(CSRF_COOKIE, session.csrfToken, {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(reply.request),
    httpOnly: false,
    ...lifeOf(session),
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

// Refuses cross-site writes in two ways: by the origin that the browser reports, and by a token
// that only our own pages can read (default 2). Both apply to the login too, and before the method
// override is looked at.

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

// What made a request, as far as its headers tell (S153). A link on any site makes a browser send
// the person's cookies, so what a GET leaves behind depends on this.

/**
 * `page`: by a script of our own pages. `elsewhere`: by a navigation of any origin, or by another
 * origin. `unknown`: the browser does not say, because it is old or the address is plain http, or
 * the client is not a browser.
 */
type AskedBy = 'page' | 'elsewhere' | 'unknown';

export function askedBy({ headers }: FastifyRequest): AskedBy {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return 'unknown';
  return site === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate' ? 'page' : 'elsewhere';
}
