import { HEADERS } from '#contract/sync.ts';
import type { FastifyReply } from 'fastify';
import type { Done } from '../once/idempotency.ts';

/** Says in a header that nothing was done now: the receipt is of the first time. */
export function markReplay(reply: FastifyReply, done: Done): void {
  if (done.replayed) reply.header(HEADERS.replayed, 'true');
}

/**
 * A write's answer and, if a key was sent, its receipt: that stays when a replay's object is gone (promises.md, Exactly
 * once).
 */
export function withReceipt<Answer extends object>(answer: Answer, { receipt }: Done) {
  return receipt === null ? answer : { ...answer, receipt };
}
