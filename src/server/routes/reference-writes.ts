// Creating and changing sectors, alerts, subjects and models. Toggling needs update_*, deleting
// delete_* (rule B4).

import * as v from 'valibot';
import { PATHS } from '#contract/paths.ts';
import {
  AlertInput,
  AlertPatch,
  DocumentSubjectInput,
  DocumentSubjectPatch,
  ModelInput,
  ModelPatch,
  OneId,
  OrganizationInput,
  OrganizationPatch,
} from '#contract/reference-writes.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createAlert, updateAlert } from '../commands/reference/save-alert.ts';
import { createDocumentSubject, updateDocumentSubject } from '../commands/reference/save-document-subject.ts';
import { createModel, updateModel } from '../commands/reference/save-model.ts';
import { createOrganization, updateOrganization } from '../commands/reference/save-organization.ts';
import type { Done, Writing } from '../once/idempotency.ts';
import { route } from '../http/route.ts';
import { registerBulk } from './bulk.ts';
import { markReplay, withReceipt } from './mark-replay.ts';
import { sql } from 'drizzle-orm';
import { problems } from '../reporting/errors.ts';
import { listReference } from '../queries/list-reference.ts';
import type { ReferenceCollection } from '../queries/reference-rows.ts';

const DOCUMENT_FILES = { field: 'files', accept: 'documents' } as const;

type Answering = Writing & { readonly reply: FastifyReply };

/** 201 or 200 with the object under its name, and the receipt if a key was sent. */
async function answer<Name extends WrittenCollection>(
  call: Answering,
  made: { collection: Name; name: string; done: Done; created?: boolean },
) {
  markReplay(call.reply, made.done);
  if (made.created === true) call.reply.code(201);
  return withReceipt({ [made.name]: await rowAfter(call, made) }, made.done);
}

export function registerReferenceWrites(app: FastifyInstance): void {
  registerOrganizationWrites(app);
  registerAlertWrites(app);
  registerSubjectWrites(app);
  registerModelWrites(app);
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

/** The alias of each collection that is written: constants of the code, not escaped. */
const ALIASES = { organizations: 'o', document_subjects: 's', models: 'm', alerts: 'a' } as const;
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
