import { once, type Done, type Work, type Writing } from '../../once/idempotency.ts';
import { viewerOf } from '../../policies/actor.ts';
import { findDocumentLast } from '../../queries/find-document.ts';

/**
 * `once` for a write on a document. A replay reads the document as the last statement of the transaction that found its
 * receipt, which saves a transaction and a round trip. A document whose row is not kept is left for answerDocument to read.
 */
export function onceOnDocument(writing: Writing, work: Omit<Work, 'again'>): Promise<Done> {
  const viewer = viewerOf(writing.actor);
  return once(writing, {
    ...work,
    again: async (tx, { document_id: id }) => {
      const found = id === undefined ? 'not kept' : await findDocumentLast(tx, { viewer, id });
      return found === 'not kept' ? {} : { document: found };
    },
  });
}
