import { ViewInput } from '#contract/sync.ts';
import type { FastifyInstance } from 'fastify';
import { answerDocument } from '../commands/documents/answer-document.ts';
import { recordView } from '../commands/documents/record-view.ts';
import { IdParams, route } from '../http/route.ts';
import { markReplay } from './mark-replay.ts';

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
