// The routes of a document: reading it, writing it, and recording views that happened on a device.

import { ReassignInput } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { ViewInput } from '#contract/sync.ts';
import { CreateDocumentInput, PatchDocumentInput } from '#contract/writes.ts';
import { dayAt } from '#domain/dates.ts';
import { hasText } from '#domain/plain-text.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accessing, type CopyRecord } from '../accesses/record-access.ts';
import type { CommandCall } from '../call/command-call.ts';
import { answerDocument } from '../commands/documents/on-document.ts';
import { completeDocument, reopenDocument } from '../commands/documents/complete-document.ts';
import { createDocument } from '../commands/documents/create-document.ts';
import { reassignDocument, respond } from '../commands/documents/respond.ts';
import { recordView } from '../commands/documents/record-view.ts';
import { unlessFull } from '../db/connections.ts';
import { askedBy, bringsToken } from '../http/plugins/session.ts';
import { IdParams, markReplay, route } from '../http/route.ts';
import type { Done } from '../once/idempotency.ts';
import { viewerOf } from '../policies/actor.ts';
import { presentFull } from '../presenters/present-document.ts';
import { findDocument } from '../queries/find-document.ts';
import { problems } from '../reporting/errors.ts';

export function registerDocuments(app: FastifyInstance, { recordCopies }: { readonly recordCopies: CopyRecord }): void {
  route(app, {
    method: 'GET',
    url: '/api/documents/:id',
    access: 'read_documents',
    summary: 'A document with its thread and history; records a view.',
    params: IdParams,
    handler: async (call) => {
      const { actor, now, services } = call;
      const { id } = call.params;
      // Reading is no command, so a key that the client sent along does not become the key of the
      // view.
      const viewing = { ...call, command: { ...call.command, key: null } };
      if (isOwnReading(call.request)) await unlessFull(recordView(viewing, { id, offline: false }));
      const found = await findDocument((statement) => services.database.onceInTenant(actor.tenantId, statement), {
        viewer: viewerOf(actor),
        id,
      });
      if (found === null) throw problems.notFound();
      // A reading that records no view is recorded as a copy (S229).
      if (!isOwnReading(call.request))
        await unlessFull(recordCopies(services.database, { ...accessing(call), actor, ids: [id] }));
      return presentFull(found, { userId: actor.userId, today: dayAt(now, actor.timeZone) });
    },
  });

  route(app, {
    method: 'POST',
    url: '/api/documents',
    access: 'create_documents',
    summary: 'Creates a document with its files.',
    body: CreateDocumentInput,
    files: { field: 'files', accept: 'documents' },
    handler: async (call) => {
      const done = await createDocument(call);
      markReplay(call.reply, done);
      call.reply.code(201);
      return answerDocument(call, done);
    },
  });

  route(app, {
    method: 'PATCH',
    url: '/api/documents/:id',
    access: 'read_documents',
    summary: 'Completes, reopens, or responds with any of text, files, limit date and responsible.',
    params: IdParams,
    body: PatchDocumentInput,
    files: { field: 'files', accept: 'documents' },
    handler: async (call) => {
      const done = await patchDocument(call, call.params.id);
      markReplay(call.reply, done);
      return answerDocument(call, done);
    },
  });
}

/**
 * Whether one of our pages asked, or a client that has the token of its session. A link on another
 * site records no view (S153).
 */
function isOwnReading(request: FastifyRequest): boolean {
  const by = askedBy(request);
  return by === 'page' || (by === 'unknown' && bringsToken(request));
}

/** The status names the command. Without a status the call is a response (rule D6). */
function patchDocument(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { status } = call.body;
  if (status === undefined) return respond(call, id);
  refuseCompany(call);
  return status === 'completed' ? completeDocument(call, id) : reopenDocument(call, id);
}

/**
 * Completing and reopening carry a limit date at most. Other fields are refused, because they would
 * be lost silently.
 */
function refuseCompany({ body, files }: CommandCall<PatchDocumentInput>): void {
  const errors: Record<string, string[]> = {};
  if (hasText(body.content)) errors['content'] = [REFUSAL_TEXT.invalid];
  if (files.length > 0) errors['files'] = [REFUSAL_TEXT.invalid];
  if ((body.responsible_ids ?? []).length > 0) errors['responsible_ids'] = [REFUSAL_TEXT.invalid];
  if (Object.keys(errors).length > 0) throw problems.invalid(errors);
}

export function registerReassign(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/api/documents/:id/reassign',
    access: 'reassign_documents',
    summary: 'Redistributes a document with a written reason.',
    params: IdParams,
    body: ReassignInput,
    handler: async (call) => {
      const done = await reassignDocument(call, call.params.id);
      markReplay(call.reply, done);
      return answerDocument(call, done);
    },
  });
}

export function registerDocumentViews(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/api/documents/:id/views',
    access: 'read_documents',
    summary: 'A view that happened on a device.',
    params: IdParams,
    body: ViewInput,
    handler: async (call) => {
      const done = await recordView(call, {
        id: call.params.id,
        offline: call.body.offline,
        seen: call.body.based_on,
      });
      markReplay(call.reply, done);
      call.reply.code(201);
      return answerDocument(call, done);
    },
  });
}
