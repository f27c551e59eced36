// Sectors, roles, subjects, models, alerts and holidays: read, created and changed. Lists come
// whole; a single row is a bare object. Toggling needs update_*, deleting delete_* (rule B4).

import { PATHS } from '#contract/paths.ts';
import {
  AlertInput,
  AlertPatch,
  DocumentSubjectInput,
  DocumentSubjectPatch,
  HolidayInput,
  HolidayPatch,
  Ids,
  ModelInput,
  ModelPatch,
  OneId,
  OrganizationInput,
  OrganizationPatch,
  StatusInput,
} from '#contract/reference-writes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import { canAssignRole, type Permission } from '#domain/permissions.ts';
import { matchesSearch } from '#domain/search.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { ManagedTable } from '../commands/frame/save-row.ts';
import { deleteRows, toggleRows } from '../commands/reference/delete-rows.ts';
import { createAlert, updateAlert } from '../commands/reference/save-alert.ts';
import { createDocumentSubject, updateDocumentSubject } from '../commands/reference/save-document-subject.ts';
import { createHoliday, updateHoliday } from '../commands/reference/save-holiday.ts';
import { createModel, updateModel } from '../commands/reference/save-model.ts';
import { createOrganization, updateOrganization } from '../commands/reference/save-organization.ts';
import type { Transaction } from '../db/database.ts';
import { IdParams, markReplay, route, SearchQuery, withReceipt } from '../http/route.ts';
import type { Done, Writing } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';
import { seesAllSubjects } from '../policies/visibility.ts';
import { alphabetically, listReference, type ReferenceCollection, withPeople } from '../queries/reference-rows.ts';
import { problems } from '../reporting/errors.ts';

type ListRoute<Name extends ReferenceCollection> = {
  readonly collection: Name;
  readonly url: string;
  /** The collection's alias: a constant of the code, not escaped. */
  readonly alias: string;
  /** A condition in addition to what the person sees of the collection. */
  readonly where: (actor: Actor) => SQL;
  readonly order: SQL;
  /** The text of a row in which a search looks. */
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
  serve(app, {
    collection: 'holidays',
    url: PATHS.holidays,
    alias: 'h',
    where: () => sql`true`,
    order: sql`h.day`,
    words: (row) => row.name,
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

const DOCUMENT_FILES = { field: 'files', accept: 'documents' } as const;

type Answering = Writing & { readonly reply: FastifyReply };

/** Answers 201 or 200 with the row under its name, and with the receipt if a key was sent. */
async function answer<Name extends WrittenCollection>(
  call: Answering,
  made: { collection: Name; name: string; done: Done; created?: boolean },
) {
  markReplay(call.reply, made.done);
  if (made.created === true) call.reply.code(201);
  return withReceipt({ [made.name]: await rowAfter(call, made) }, made.done);
}

/**
 * Creating and changing sectors, alerts, subjects, models and holidays. Toggling needs update_*,
 * deleting delete_* (rule B4).
 */
export function registerReferenceWrites(app: FastifyInstance): void {
  registerOrganizationWrites(app);
  registerAlertWrites(app);
  registerSubjectWrites(app);
  registerModelWrites(app);
  registerHolidayWrites(app);
}

function registerOrganizationWrites(app: FastifyInstance): void {
  const url = PATHS.organizations;
  const named = { collection: 'organizations', name: 'organization' } as const;
  route(app, {
    method: 'POST',
    url,
    access: 'create_organizations',
    summary: 'Creates a sector.',
    body: OrganizationInput,
    handler: async (call) => answer(call, { ...named, done: await createOrganization(call), created: true }),
  });
  route(app, {
    method: 'PUT',
    url,
    access: 'update_organizations',
    summary: 'Changes a sector.',
    body: v.object({ ...OrganizationPatch.entries, organization_ids: OneId }),
    handler: async (call) =>
      answer(call, { ...named, done: await updateOrganization(call, call.body.organization_ids[0] ?? 0) }),
  });
  registerBulk(app, {
    url,
    table: 'organizations',
    field: 'organization_ids',
    update: 'update_organizations',
    remove: 'delete_organizations',
  });
}

function registerAlertWrites(app: FastifyInstance): void {
  const url = PATHS.alerts;
  const named = { collection: 'alerts', name: 'alert' } as const;
  route(app, {
    method: 'POST',
    url,
    access: 'create_alerts',
    summary: 'Creates an alert.',
    body: AlertInput,
    handler: async (call) => answer(call, { ...named, done: await createAlert(call), created: true }),
  });
  route(app, {
    method: 'PUT',
    url,
    access: 'update_alerts',
    summary: 'Changes an alert.',
    body: v.object({ ...AlertPatch.entries, alert_ids: OneId }),
    handler: async (call) => answer(call, { ...named, done: await updateAlert(call, call.body.alert_ids[0] ?? 0) }),
  });
  registerBulk(app, { url, table: 'alerts', field: 'alert_ids', update: 'update_alerts', remove: 'delete_alerts' });
}

function registerSubjectWrites(app: FastifyInstance): void {
  const url = PATHS.documentSubjects;
  const named = { collection: 'document_subjects', name: 'document_subject' } as const;
  route(app, {
    method: 'POST',
    url,
    access: 'create_document_subjects',
    summary: 'Creates a document subject.',
    body: DocumentSubjectInput,
    handler: async (call) => answer(call, { ...named, done: await createDocumentSubject(call), created: true }),
  });
  route(app, {
    method: 'PUT',
    url,
    access: 'update_document_subjects',
    summary: 'Changes a document subject.',
    body: v.object({ ...DocumentSubjectPatch.entries, document_subject_ids: OneId }),
    handler: async (call) =>
      answer(call, { ...named, done: await updateDocumentSubject(call, call.body.document_subject_ids[0] ?? 0) }),
  });
  registerBulk(app, {
    url,
    table: 'document_subjects',
    field: 'document_subject_ids',
    update: 'update_document_subjects',
    remove: 'delete_document_subjects',
  });
}

function registerModelWrites(app: FastifyInstance): void {
  const url = PATHS.models;
  const named = { collection: 'models', name: 'model' } as const;
  route(app, {
    method: 'POST',
    url,
    access: 'create_models',
    summary: 'Creates a model with its files.',
    body: ModelInput,
    files: DOCUMENT_FILES,
    handler: async (call) => answer(call, { ...named, done: await createModel(call), created: true }),
  });
  route(app, {
    method: 'PUT',
    url,
    access: 'update_models',
    summary: 'Changes a model, its sectors and its files.',
    body: v.object({ ...ModelPatch.entries, model_ids: OneId }),
    files: DOCUMENT_FILES,
    handler: async (call) => answer(call, { ...named, done: await updateModel(call, call.body.model_ids[0] ?? 0) }),
  });
  registerBulk(app, { url, table: 'models', field: 'model_ids', update: 'update_models', remove: 'delete_models' });
}

/** A holiday has no status: it is deleted, not deactivated. */
function registerHolidayWrites(app: FastifyInstance): void {
  const url = PATHS.holidays;
  const named = { collection: 'holidays', name: 'holiday' } as const;
  const access = 'manage_calendar';
  route(app, {
    method: 'POST',
    url,
    access,
    summary: 'Adds a day to the calendar.',
    body: HolidayInput,
    handler: async (call) => answer(call, { ...named, done: await createHoliday(call), created: true }),
  });
  route(app, {
    method: 'PUT',
    url,
    access,
    summary: 'Changes a day of the calendar.',
    body: v.object({ ...HolidayPatch.entries, holiday_ids: OneId }),
    handler: async (call) => answer(call, { ...named, done: await updateHoliday(call, call.body.holiday_ids[0] ?? 0) }),
  });
  registerDeletion(app, { url, table: 'holidays', field: 'holiday_ids', remove: access });
}

/** The alias of each collection that is written: constants of the code, not escaped. */
const ALIASES = { organizations: 'o', document_subjects: 's', models: 'm', alerts: 'a', holidays: 'h' } as const;
type WrittenCollection = keyof typeof ALIASES & ReferenceCollection;

/**
 * The row that a write made or changed, read after the commit. For a replay it is undefined when
 * the row is gone or no longer in sight.
 */
async function rowAfter<Name extends WrittenCollection>(
  writing: Writing,
  { collection, done }: { collection: Name; done: Done },
) {
  const { actor } = writing;
  const id = sql.raw(`${ALIASES[collection]}.id`);
  const where = sql`${id} = ${done.ids.row_id ?? 0}`;
  const rows = await writing.services.database.onceInTenant(actor.tenantId, (tx) =>
    listReference(tx, { actor, collection, where, order: id }),
  );
  const [row] = rows;
  if (row === undefined && done.receipt === null) throw problems.notFound();
  return row;
}

type BulkRoutes = {
  readonly url: string;
  readonly table: ManagedTable;
  /** Name of the list of ids in the body: each kind of row has its own. */
  readonly field: string;
  readonly update: Permission;
  readonly remove: Permission;
};

type DeletionRoute = Omit<BulkRoutes, 'update'>;

/** PATCH (active or inactive) and DELETE of many rows of one kind (rules B4, H12). */
export function registerBulk(app: FastifyInstance, bulk: BulkRoutes): void {
  const { table, field } = bulk;
  route(app, {
    method: 'PATCH',
    url: bulk.url,
    access: bulk.update,
    summary: `Activates or deactivates ${table}.`,
    body: v.object({ [field]: Ids, status: StatusInput }),
    handler: async (call) => {
      const ids = idsIn(call.body, field);
      const status = v.parse(StatusInput, call.body['status']);
      const done = await toggleRows(call, { table, field, ids, status });
      markReplay(call.reply, done);
      return withReceipt({ updated: new Set(ids).size }, done);
    },
  });
  registerDeletion(app, bulk);
}

function registerDeletion(app: FastifyInstance, { url, table, field, remove }: DeletionRoute): void {
  route(app, {
    method: 'DELETE',
    url,
    access: remove,
    summary: `Deletes ${table}, softly.`,
    body: v.object({ [field]: Ids }),
    handler: async (call) => {
      const ids = idsIn(call.body, field);
      const done = await deleteRows(call, { table, field, ids });
      markReplay(call.reply, done);
      return withReceipt({ deleted: new Set(ids).size }, done);
    },
  });
}

function idsIn(body: Readonly<Record<string, unknown>>, field: string): number[] {
  return v.parse(Ids, body[field]);
}
