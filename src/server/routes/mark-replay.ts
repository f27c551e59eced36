import { HEADERS } from '#contract/sync.ts';
import type { FastifyReply } from 'fastify';
import type { Done } from '../idempotency.ts';

/** Says in a header that nothing was done now: the receipt is of the first time (contract page, The extension). */
export function markReplay(reply: FastifyReply, done: Done): void {
  if (done.replayed) reply.header(HEADERS.replayed, 'true');
}
