import type { Accepted, Decision } from '#domain/refusals.ts';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { viewerOf } from '../../policies/viewer.ts';
import { presentFull } from '../../presenters/present-document.ts';
import { findDocument } from '../../queries/find-document.ts';
import type { Moment } from '../../once/moment.ts';

/**
 * Answers an accepted decision. Throws a refusal as 422 or 403, and a conflict as 409 with the document as it is now
 * (rule E6).
 */
export async function acceptedOrThrow<Changes>(
  tx: Transaction,
  judged: { decision: Decision<Changes>; actor: Actor; moment: Moment; documentId: number },
): Promise<Accepted<Changes>> {
  const { decision, actor } = judged;
  if (decision.kind === 'accepted') return decision;
  if (decision.kind === 'refused') throw problems.refused(decision);
  const found = await findDocument(tx, { viewer: viewerOf(actor), id: judged.documentId });
  if (found === null) throw problems.notFound();
  const document = presentFull(found, { userId: actor.userId, today: judged.moment.today });
  throw problems.conflict({ code: decision.code, document });
}
