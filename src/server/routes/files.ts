import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import { sendFile, type ServedFile } from '../files/send-file.ts';
import { findDocumentFile, findModelFile } from '../queries/find-file.ts';
import { IdParams, route } from '../http/route.ts';

const PreviewQuery = v.object({ preview: v.optional(v.boolean(), false) });

type Find = (tx: Transaction, search: { actor: Actor; fileId: number }) => Promise<ServedFile | null>;

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
    handler: async ({ actor, params, query, services, reply }) => {
      const file = await services.database.inTenant(actor.tenantId, (tx) =>
        source.find(tx, { actor, fileId: params.id }),
      );
      if (file === null) throw problems.notFound();
      return sendFile(reply, { file, files: services.files, preview: query.preview });
    },
  });
}
