// Files are stored while they arrive, before anything is judged. What a request stored and no row
// points at is removed when the request is refused or was a repeat, so that neither fills the disk.

import { HEADERS } from '#contract/sync.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { removeLeftovers } from '../files/remove-unreferenced.ts';
import { removeOrLeave } from '../files/sweep-staged.ts';
import { HttpProblem } from '../reporting/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Keys of what was stored for this request. */
    stored: string[];
  }
}

export function addStoredKeys(app: FastifyInstance): void {
  app.decorateRequest('stored', null as never);
  app.addHook('onRequest', async (request) => void (request.stored = []));
}

/** Runs the work of a request, and removes what it stored for nothing. */
export async function withoutLeftovers<Answer>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { log } = request;
  const { services } = request.server;
  try {
    const answer = await work();
    // A repeat wrote nothing, so no row can point at its files.
    if (reply.hasHeader(HEADERS.replayed)) await removeOrLeave({ ...services, log }, request.stored);
    return answer;
  } catch (error) {
    // After any other error the commit may have happened. Then the hourly cleaning tells what is a
    // stray.
    if (error instanceof HttpProblem) await removeLeftovers({ ...services, log }, request.stored);
    throw error;
  }
}
