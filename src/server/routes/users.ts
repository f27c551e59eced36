// People: those whom the person manages, or the directory for everyone (rules B2, B15); creating
// and changing them (rules B8, B10–B12), and inviting those who have no password yet.

import { InvitationInput } from '#contract/import.ts';
import { PATHS } from '#contract/paths.ts';
import { UserEdit, UserInput } from '#contract/reference-writes.ts';
import { matchesSearch } from '#domain/search.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { createUser, updateUser } from '../commands/people/save-user.ts';
import { IdParams, markReplay, route, SearchQuery, withReceipt } from '../http/route.ts';
import { invitablePeople, invitePeople } from '../import/invite-people.ts';
import type { Done, Writing } from '../once/idempotency.ts';
import { listUsers, type UserScope } from '../queries/reference-rows.ts';
import { problems } from '../reporting/errors.ts';
import { registerBulk } from './reference-data.ts';

/** Reading people: those whom the person manages, or the directory for everyone (rules B2, B15). */
export function registerUsers(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: PATHS.users,
    access: 'authenticated',
    tagged: true,
    summary: 'People of the tenant: slim for everyone, with e-mail for those who manage them.',
    query: v.object({ ...SearchQuery.entries, scope: v.optional(v.string()) }),
    handler: async ({ actor, query, services }) => {
      const rows = await services.database.inTenant(actor.tenantId, (tx) =>
        listUsers(tx, { actor, scope: scopeOf(query.scope) }),
      );
      return rows.filter((row) => matchesSearch(`${row.name} ${row.last_name} ${row.email ?? ''}`, query.search));
    },
  });

  route(app, {
    method: 'GET',
    url: `${PATHS.users}/:id`,
    access: 'authenticated',
    tagged: true,
    summary: 'One person of the tenant.',
    params: IdParams,
    handler: async ({ actor, params, services }) => {
      const [row] = await services.database.inTenant(actor.tenantId, (tx) =>
        listUsers(tx, { actor, scope: 'all', id: params.id }),
      );
      if (row === undefined) throw problems.notFound();
      return row;
    },
  });
}

function scopeOf(word: string | undefined): UserScope {
  return word === 'manage' || word === 'directory' ? word : 'all';
}

/** Creating and changing people (rules B2, B8, B10–B12). */
export function registerUserWrites(app: FastifyInstance): void {
  const url = PATHS.users;
  route(app, {
    method: 'POST',
    url,
    access: 'create_users',
    summary: 'Creates a person.',
    body: UserInput,
    handler: async (call) => {
      const done = await createUser(call);
      call.reply.code(201);
      return answer(call, done);
    },
  });
  route(app, {
    method: 'PUT',
    url,
    access: 'update_users',
    summary: 'Changes a person.',
    body: UserEdit,
    handler: async (call) => {
      const sessionHash = call.request.session?.tokenHash ?? null;
      return answer(call, await updateUser({ ...call, sessionHash }, call.body.user_ids[0] ?? 0));
    },
  });
  registerBulk(app, { url, table: 'users', field: 'user_ids', update: 'update_users', remove: 'delete_users' });
}

async function answer(call: Writing & { readonly reply: FastifyReply }, done: Done) {
  markReplay(call.reply, done);
  const { actor } = call;
  const [user] = await call.services.database.onceInTenant(actor.tenantId, (tx) =>
    listUsers(tx, { actor, scope: 'all', id: done.ids.row_id ?? 0 }),
  );
  if (user === undefined && done.receipt === null) throw problems.notFound();
  return withReceipt({ user }, done);
}

/** Inviting people who have no password yet. */
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
