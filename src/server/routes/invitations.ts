// Inviting people who have no password yet.

import { InvitationInput } from '#contract/import.ts';
import { PATHS } from '#contract/paths.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { invitablePeople, invitePeople } from '../import/invite-people.ts';

export function registerInvitations(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: PATHS.invitations,
    access: 'create_users',
    summary: 'People without a password whom the person may invite.',
    handler: async ({ actor, services, now, reply }) => {
      reply.header('Cache-Control', 'no-store');
      return { people: await invitablePeople(services.database, { actor, now }) };
    },
  });
  route(app, {
    method: 'POST',
    url: PATHS.invitations,
    access: 'create_users',
    summary: 'Invites people by e-mail, or answers slips to print; the link or code is good for 7 days, once.',
    body: InvitationInput,
    handler: async ({ actor, services, now, log, body, reply }) => {
      reply.header('Cache-Control', 'no-store');
      return invitePeople(services.database, { actor, now, log, body });
    },
  });
}
