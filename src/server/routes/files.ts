import { Uuid } from '#contract/scalars.ts';
import { PartQuery, type UploadAnswer, UploadInput } from '#contract/uploads.ts';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { type Accessing, accessing } from '../accesses/record-access.ts';
import { wantOfDatabase } from '../db/connections.ts';
import type { Transaction } from '../db/database.ts';
import { sendFile, type ServedFile } from '../files/read-stored.ts';
import { addPart, openUpload, type UploadName } from '../files/staged-uploads.ts';
import { IdParams, route } from '../http/route.ts';
import { findReceipt } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';
import { findDocumentFile, findModelFile } from '../queries/find-file.ts';
import { problems } from '../reporting/errors.ts';

const PreviewQuery = v.object({ preview: v.optional(v.boolean(), false) });

type Search = { readonly actor: Actor; readonly fileId: number; readonly noted: Accessing | null };
type Find = (tx: Transaction, search: Search) => Promise<ServedFile | null>;

/** The bytes of documents' and models' files, by file id (rule D5). */
export function registerFiles(app: FastifyInstance): void {
  serve(app, { url: '/api/documents/get-file-content/:id', access: 'read_documents', find: findDocumentFile });
  serve(app, { url: '/api/models/get-file-content/:id', access: 'authenticated', find: findModelFile });
}

function serve(
  app: FastifyInstance,
  source: { url: string; access: 'read_documents' | 'authenticated'; find: Find },
): void {
  route(app, {
    method: 'GET',
    url: source.url,
    access: source.access,
    summary: 'The bytes of a file.',
    params: IdParams,
    query: PreviewQuery,
    handler: async (call) => {
      const { actor, params, query, services, reply } = call;
      const find = (noted: Accessing | null) =>
        services.database.inTenant(actor.tenantId, (tx) => source.find(tx, { actor, fileId: params.id, noted }));
      // Where the database has no room for the access event, the file is sent without one (S229).
      const file = await find(accessing(call)).catch((error: unknown) => {
        if (wantOfDatabase(error) !== 'full') throw error;
        return find(null);
      });
      if (file === null) throw problems.notFound();
      return sendFile(reply, { file, files: services.files, preview: query.preview });
    },
  });
}

const url = '/api/sync/uploads/:key/:file';
const params = v.object({ key: Uuid, file: Uuid });

/**
 * Files of a command, sent ahead of it in parts (S101). An upload belongs to its person and to the
 * command's key, so the key of another person's upload names an upload of one's own.
 */
export function registerUploads(app: FastifyInstance): void {
  route(app, {
    method: 'PUT',
    url,
    access: 'authenticated',
    summary: 'Begins to send a file ahead of the write under this key, or tells how much of it has arrived.',
    countsAsUse: false,
    params,
    body: UploadInput,
    handler: async ({ actor, params: asked, body, now, services, log }): Promise<UploadAnswer> => {
      const name = nameOf(actor, asked);
      const receipt = await services.database.inTenant(actor.tenantId, (tx) =>
        findReceipt(tx, { actor, key: name.key }),
      );
      if (receipt !== null) return { received: body.size, registered: true };
      return { received: await openUpload({ ...services, log }, { name, input: body, now }), registered: false };
    },
  });

  route(app, {
    method: 'PATCH',
    url,
    access: 'authenticated',
    summary: 'Adds the next part of a file, which is the body as it is.',
    countsAsUse: false,
    params,
    query: PartQuery,
    files: { field: 'part', accept: 'parts' },
    handler: async ({ actor, params: asked, query, files, now, services, log }): Promise<UploadAnswer> => {
      const [part] = files;
      if (part === undefined) throw problems.unsupportedMedia();
      const name = nameOf(actor, asked);
      return { received: await addPart({ ...services, log }, { name, ...query, part, now }), registered: false };
    },
  });
}

function nameOf({ tenantId, userId }: Actor, { key, file }: { key: string; file: string }): UploadName {
  return { tenantId, userId, key: key.toLowerCase(), file: file.toLowerCase() };
}
