import { HEADERS } from '#contract/sync.ts';
import type { FastifyReply } from 'fastify';
import type { Done } from '../once/idempotency.ts';

/** Sets the header that says that nothing was done now and the receipt is from the first time. */
export function markReplay(reply: FastifyReply, done: Done): void {
  if (done.replayed) reply.header(HEADERS.replayed, 'true');
}

/**
 * A write's answer with its receipt, if a key was sent. The receipt is answered even when the
 * object of a replay is gone (src/sync/promises.md, Exactly once).
 */
export function withReceipt<Answer extends object>(answer: Answer, { receipt }: Done) {
  return receipt === null ? answer : { ...answer, receipt };
}
