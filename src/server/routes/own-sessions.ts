// The person's own sessions: on which devices they are logged in, and how to end that (S156).

import { PATHS } from '#contract/paths.ts';
import { EndSessionsInput } from '#contract/session.ts';
import type { FastifyInstance } from 'fastify';
import { proveForSessions } from '../commands/people/prove-password.ts';
import { route } from '../http/route.ts';
import { problems } from '../reporting/errors.ts';
import { logSecurity } from '../reporting/security-log.ts';
import { endOtherSessions, ownSessions } from '../sessions/own-sessions.ts';

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
