// Reading people, sectors, roles, subjects, models and alerts. Lists come whole; a single row is a
// bare object.

import { PATHS } from '#contract/paths.ts';
import type { CollectionRow } from '#contract/sync.ts';
import { canAssignRole } from '#domain/permissions.ts';
import { matchesSearch } from '#domain/search.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import { seesAllSubjects } from '../policies/reference-data.ts';
import { alphabetically, listReference } from '../queries/list-reference.ts';
import type { ReferenceCollection } from '../queries/reference-rows.ts';
import { withPeople } from '../queries/with-people.ts';
import { IdParams, route, SearchQuery } from '../http/route.ts';

type ListRoute<Name extends ReferenceCollection> = {
  readonly collection: Name;
  readonly url: string;
  /** The collection's alias: a constant of the code, not escaped. */
  readonly alias: string;
  /** A condition in addition to what the person sees of the collection. */
  readonly where: (actor: Actor) => SQL;
  readonly order: SQL;
  /** The words in which a search looks. */
  readonly words: (row: CollectionRow<Name>) => string;
  /** What the answer has in addition to the rows that devices mirror. */
  readonly complete?: (
    tx: Transaction,
    found: { actor: Actor; rows: readonly CollectionRow<Name>[] },
  ) => Promise<readonly object[]>;
};

export function registerReferenceData(app: FastifyInstance): void {
  serve(app, {
    collection: 'organizations',
    url: PATHS.organizations,
    alias: 'o',
    where: (actor) =>
      actor.permissions.has('read_organizations')
        ? sql`o.deleted_at is null`
        : sql`o.deleted_at is null and o.status = 'active'`,
    order: alphabetically('o.name'),
    words: (row) => `${row.name} ${row.acronym}`,
    complete: withPeople,
  });
  serve(app, {
    collection: 'document_subjects',
    url: PATHS.documentSubjects,
    alias: 's',
    where: (actor) =>
      seesAllSubjects(actor) ? sql`s.deleted_at is null` : sql`s.deleted_at is null and s.status = 'active'`,
    order: alphabetically('s.name'),
    words: (row) => row.name,
  });
  serve(app, {
    collection: 'models',
    url: PATHS.models,
    alias: 'm',
    where: () => sql`true`,
    order: alphabetically('m.name'),
    words: (row) => row.name,
  });
  serve(app, {
    collection: 'alerts',
    url: PATHS.alerts,
    alias: 'a',
    where: () => sql`true`,
    order: sql`a.limit_date, a.id`,
    words: (row) => row.title,
  });
  serveRoles(app);
}

function serve<Name extends ReferenceCollection>(app: FastifyInstance, listed: ListRoute<Name>): void {
  const { collection, order } = listed;
  const complete = listed.complete ?? (async (_tx, { rows }) => rows);
  route(app, {
    method: 'GET',
    url: listed.url,
    access: 'authenticated',
    tagged: true,
    summary: `The ${collection} the person sees.`,
    query: v.object({ ...SearchQuery.entries }),
    handler: ({ actor, query, services }) =>
      services.database.inTenant(actor.tenantId, async (tx) => {
        const all = await listReference(tx, { actor, collection, where: listed.where(actor), order });
        return complete(tx, { actor, rows: all.filter((row) => matchesSearch(listed.words(row), query.search)) });
      }),
  });
  route(app, {
    method: 'GET',
    url: `${listed.url}/:id`,
    access: 'authenticated',
    tagged: true,
    summary: `One of the ${collection} the person sees.`,
    params: IdParams,
    handler: ({ actor, params, services }) =>
      services.database.inTenant(actor.tenantId, async (tx) => {
        const own = sql`${listed.where(actor)} and ${sql.raw(`${listed.alias}.id`)} = ${params.id}`;
        const rows = await listReference(tx, { actor, collection, where: own, order });
        if (rows.length === 0) throw problems.notFound();
        const [row] = await complete(tx, { actor, rows });
        return row;
      }),
  });
}

/** The roles that the person may assign (rule B8). Only a Super Admin is offered Super Admin. */
function serveRoles(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: PATHS.roles,
    access: 'authenticated',
    tagged: true,
    summary: 'The roles the person may assign.',
    handler: async ({ actor, services }) => {
      const rows = await services.database.inTenant(actor.tenantId, (tx) =>
        listReference(tx, { actor, collection: 'roles', where: sql`true`, order: sql`r.id` }),
      );
      return rows.filter((role) => canAssignRole(actor.roles, role));
    },
  });
}
