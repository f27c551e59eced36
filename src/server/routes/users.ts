import { PATHS } from '#contract/paths.ts';
import { matchesSearch } from '#domain/search.ts';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { problems } from '../reporting/errors.ts';
import { listUsers, type UserScope } from '../queries/list-users.ts';
import { IdParams, route, SearchQuery } from '../http/route.ts';

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
