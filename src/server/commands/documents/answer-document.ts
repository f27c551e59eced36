import type { DocumentWriteAnswer } from '#contract/writes.ts';
import { dayAt } from '#domain/dates.ts';
import { problems } from '../../reporting/errors.ts';
import type { Done, Writing } from '../../once/idempotency.ts';
import { viewerOf } from '../../policies/actor.ts';
import { presentFull } from '../../presenters/present-document.ts';
import { findDocument } from '../../queries/find-document.ts';

/**
 * What every write on a document answers: the document as it is now, and the receipt if a key was
 * sent. It is read after the commit, so that the lock of the change counter is not held for it; a
 * replay has read it already. On a replay the document is absent when its author no longer sees it
 * (src/sync/promises.md, Exactly once).
 */
export async function answerDocument(writing: Writing, done: Done): Promise<DocumentWriteAnswer> {
  const { actor } = writing;
  const id = done.ids.document_id;
  if (id === undefined) throw new Error('a write on a document names its document');
  const { database } = writing.services;
  const found =
    done.document === undefined
      ? await findDocument((statement) => database.onceInTenant(actor.tenantId, statement), {
          viewer: viewerOf(actor),
          id,
        })
      : done.document;
  if (found === null && done.receipt === null) throw problems.notFound();
  const today = dayAt(writing.now, actor.timeZone);
  return {
    ...(found === null ? {} : { document: presentFull(found, { userId: actor.userId, today }) }),
    ...(done.receipt === null ? {} : { receipt: done.receipt }),
  };
}
