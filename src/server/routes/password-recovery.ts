// The routes for forgotten passwords (rule H3).

import { ForgotPasswordInput, ResetPasswordInput } from '#contract/session.ts';
import type { FastifyInstance } from 'fastify';
import { problems } from '../reporting/errors.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../reporting/security-log.ts';
import { HUMAN_MISSING, HUMAN_OVER, type HumanVerification } from '../sessions/human-verification.ts';
import { createLoginThrottle } from '../sessions/login-throttle.ts';
import { createPasswordHasher } from '../sessions/passwords.ts';
import { requestPasswordReset, resetPassword } from '../sessions/password-reset.ts';

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
      await requestPasswordReset(database, { email: body.email, now });
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
