import { ReassignInput } from '#contract/reference-writes.ts';
import type { FastifyInstance } from 'fastify';
import { answerDocument } from '../commands/documents/answer-document.ts';
import { reassignDocument } from '../commands/documents/reassign-document.ts';
import { IdParams, route } from '../http/route.ts';
import { markReplay } from './mark-replay.ts';

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
