// The routes of a session: CSRF cookie, challenge, login, logout, and the person who is logged in.

import { LoginInput, LogoutInput, type SessionUser } from '#contract/session.ts';
import { browserWords } from '#domain/browser-words.ts';
import type { FastifyInstance } from 'fastify';
import { problems } from '../reporting/errors.ts';
import { askedBy } from '../http/asked-by.ts';
import type { DeviceCookie } from '../http/plugins/device-cookie.ts';
import { forgetSession, giveCsrfToken, giveSession } from '../http/plugins/session.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../reporting/security-log.ts';
import type { HumanVerification } from '../sessions/human-verification.ts';
import { login } from '../sessions/login.ts';
import { createLoginThrottle } from '../sessions/login-throttle.ts';
import { createPasswordHasher } from '../sessions/passwords.ts';
import { sealingKeysOf } from '../sessions/sealing-keys.ts';
import { sessionUserOf, type SessionPersonRow } from '../sessions/session-person.ts';

export function registerSessionRoutes(
  app: FastifyInstance,
  options: { readonly human: HumanVerification; readonly device: DeviceCookie },
): void {
  const { device: deviceCookie, human } = options;
  const { services, sessions } = app;
  const { database } = services;
  const throttle = createLoginThrottle(database);
  const passwords = createPasswordHasher();
  const withKeys = async (row: SessionPersonRow, now: number): Promise<SessionUser> => ({
    ...sessionUserOf(row, now),
    receipt_keys: await services.receiptKeys.publicKeys(row.tenant_id),
  });

  route(app, {
    method: 'GET',
    url: '/sanctum/csrf-cookie',
    access: 'public',
    summary: 'Gives the CSRF token as a readable cookie and as a header.',
    countsAsUse: false,
    handler: async ({ request, reply, now }) => {
      const { session, sessionToken } = request;
      if (session !== null && sessionToken !== null) {
        giveCsrfToken(reply, { csrfToken: sessions.csrfTokenOf(sessionToken), remember: session.remember });
        return undefined;
      }
      if (askedBy(request) === 'elsewhere') return undefined;
      const secrets = await sessions.start({ person: null, remember: false, now });
      giveSession(reply, { ...secrets, remember: false });
      return undefined;
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/human-verification',
    access: 'public',
    summary: 'A proof-of-work challenge for the login form.',
    countsAsUse: false,
    handler: ({ now }) => human.challenge(now),
  });

  route(app, {
    method: 'POST',
    url: '/login',
    access: 'public',
    summary: 'Opens a session for an e-mail, a password and a solved challenge.',
    body: LoginInput,
    handler: async ({ body, request, reply, now, log }) => {
      const person = await login(
        { database, human, throttle, passwords, log, onProof: () => app.noteProof(request) },
        { ...body, address: request.ip, now },
      );
      const device = browserWords(request.headers['user-agent'] ?? '');
      const entry = { person, remember: body.remember, now, replacing: request.sessionToken, device };
      const { secrets, person: row } = await sessions.enter(entry);
      giveSession(reply, { ...secrets, remember: body.remember });
      const sealing = row === null ? null : await sealingKeysOf(database, { ...person, now });
      if (row === null || sealing === null) throw problems.unauthenticated();
      const isKnown = deviceCookie.isMarked(request, person.userId);
      // Given anew, so that it does not end before a device does.
      if (isKnown) deviceCookie.mark(reply, person.userId);
      return { user: await withKeys(row, now), sealing, known_device: isKnown };
    },
  });

  route(app, {
    method: 'POST',
    url: '/logout',
    access: 'public',
    summary: 'Ends the session; the device says whose data it erases.',
    body: LogoutInput,
    handler: async ({ body, request, reply, now, log }) => {
      if (request.sessionToken !== null) await sessions.end(request.sessionToken, now);
      forgetSession(reply);
      const leaving = request.actor === null ? [] : [request.actor.userId];
      deviceCookie.unmark(reply, body.erased ?? leaving);
      logSecurity(log, { event: 'session_expired', user: request.actor?.userId, reason: 'logout' });
      return undefined;
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/user',
    access: 'authenticated',
    summary: 'The person of this session.',
    handler: async ({ request, now }) => {
      const row = request.session?.person;
      if (row === null || row === undefined) throw problems.unauthenticated();
      return withKeys(row, now);
    },
  });
}
