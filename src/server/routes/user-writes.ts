import { PATHS } from '#contract/paths.ts';
import { UserEdit, UserInput } from '#contract/reference-writes.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createUser, updateUser } from '../commands/people/save-user.ts';
import { problems } from '../reporting/errors.ts';
import type { Done, Writing } from '../once/idempotency.ts';
import { listUsers } from '../queries/list-users.ts';
import { route } from '../http/route.ts';
import { registerBulk } from './bulk.ts';
import { markReplay, withReceipt } from './mark-replay.ts';

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
