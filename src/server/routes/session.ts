// The routes of a session: CSRF cookie, challenge, login, logout, and the person who is logged in.

import { PATHS } from '#contract/paths.ts';
import type { SessionUser } from '#contract/session.ts';
import {
  EndSessionsInput,
  ForgotPasswordInput,
  LoginInput,
  LogoutInput,
  ResetPasswordInput,
} from '#contract/session-calls.ts';
import { browserWords } from '#domain/browser-words.ts';
import type { FastifyInstance } from 'fastify';
import { proveForSessions } from '../commands/people/prove-password.ts';
import { askedBy, forgetSession, giveCsrfToken, giveSession } from '../http/plugins/session.ts';
import type { DeviceCookie } from '../http/plugins/device-cookie.ts';
import { route } from '../http/route.ts';
import { problems } from '../reporting/errors.ts';
import { logSecurity } from '../reporting/security-log.ts';
import { HUMAN_MISSING, HUMAN_OVER, type HumanVerification } from '../sessions/human-verification.ts';
import { createLoginThrottle } from '../sessions/login-throttle.ts';
import { login, sealingKeysOf } from '../sessions/login.ts';
import { endOtherSessions, ownSessions } from '../sessions/session-store.ts';
import { requestPasswordReset, resetPassword } from '../sessions/password-reset.ts';
import { createPasswordHasher } from '../sessions/passwords.ts';
import { type SessionPersonRow, sessionUserOf } from '../sessions/session-person.ts';

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
        { ...body, address: request.ip, host: request.hostname, now },
      );
      const device = browserWords(request.headers['user-agent'] ?? '');
      const entry = { person, remember: body.remember, now, replacing: request.sessionToken, device };
      const { secrets, person: row } = await sessions.enter(entry);
      giveSession(reply, { ...secrets, remember: body.remember });
      const sealing = row === null ? null : await sealingKeysOf(database, { ...person, now });
      if (row === null || sealing === null) throw problems.unauthenticated();
      const isKnown = deviceCookie.isMarked(request, person.userId);
      // The mark is renewed, so that it lasts as long as the device.
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

/** The person's own sessions: on which devices they are logged in, and how to end that (S156). */
export function registerOwnSessions(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: PATHS.ownSessions,
    access: 'authenticated',
    summary: 'The devices on which the person is logged in.',
    countsAsUse: false,
    handler: async ({ actor, services, request, now }) => {
      const current = request.session?.tokenHash;
      if (current === undefined) throw problems.unauthenticated();
      return { sessions: await ownSessions(services.database, { ...actor, current, now }) };
    },
  });

  route(app, {
    method: 'DELETE',
    url: PATHS.ownSessions,
    access: 'authenticated',
    summary: 'Logs the person out of one other device, or of all of them; the present password is needed.',
    body: EndSessionsInput,
    handler: async ({ actor, body, services, request, now, log }) => {
      const current = request.session?.tokenHash;
      if (current === undefined) throw problems.unauthenticated();
      await proveForSessions({ services, actor, now, password: body.password_current, address: request.ip });
      const ended = await endOtherSessions(services.database, { ...actor, current, login: body.login, now });
      const { userId } = actor;
      if (ended > 0)
        logSecurity(log, { event: 'session_expired', user: userId, about: [userId], reason: 'left elsewhere' });
      return { ended };
    },
  });
}

// The routes for forgotten passwords (rule H3).

/** `human`: the proof of work that a request for a link costs, as a login does (rule H1). */
export function registerPasswordRecovery(app: FastifyInstance, human: HumanVerification): void {
  const { database } = app.services;
  const throttle = createLoginThrottle(database);
  const passwords = createPasswordHasher();

  route(app, {
    method: 'POST',
    url: '/forgot-password',
    access: 'public',
    summary: 'Sends a link for a new password, if the account exists; the answer never tells.',
    body: ForgotPasswordInput,
    handler: async ({ body, request, now, log }) => {
      // Requests for recovery are counted apart from failed logins, which they must neither cause
      // nor delete.
      const attempt = { email: `recovery:${body.email}`, address: request.ip, now };
      const seconds = await throttle.failed(attempt);
      if (seconds > 0) throw problems.tooManyRequests(seconds);
      if (body.token === undefined) throw problems.invalid({ token: [HUMAN_MISSING] });
      if (!(await human.accept(body.token, now))) throw problems.invalid({ token: [HUMAN_OVER] });
      app.noteProof(request);
      await requestPasswordReset(database, { email: body.email, host: request.hostname, now });
      logSecurity(log, { event: 'authn_token_created', reason: 'recovery' });
      return { message: 'Se o e-mail estiver cadastrado, você vai receber um link para criar uma nova senha.' };
    },
  });

  route(app, {
    method: 'POST',
    url: '/reset-password',
    access: 'public',
    summary: 'Sets a new password with the token of the link; ends all sessions of the person.',
    body: ResetPasswordInput,
    handler: async ({ body, now, log }) => {
      const { userId } = await resetPassword({ database, passwords }, { ...body, now });
      logSecurity(log, { event: 'authn_password_change', about: [userId], reason: 'recovery' });
      logSecurity(log, { event: 'session_expired', about: [userId], reason: 'password' });
      return { message: 'Senha redefinida. Entre com a nova senha.' };
    },
  });
}
