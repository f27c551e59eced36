// What the writes on documents have in common: their author, the people they name, refusals, and
// what is logged.

import type { DocumentLog } from '#contract/documents.ts';
import type { Candidate } from '#domain/decide-respond.ts';
import type { Decision } from '#domain/refusals.ts';
import { problem, refusal, type WireAnswer } from './answers.ts';
import { nextId, personRef, type Model, type ModelDocument } from './model.ts';
import { fullFor } from './present.ts';
import type { Moment } from './write.ts';

export type Author = { readonly userId: number; readonly key: string | null };

/** What stands instead of an effect that was not made. */
export function standing(
  model: Model,
  at: { decision: Exclude<Decision<unknown>, { kind: 'accepted' }>; document: ModelDocument | null; userId: number },
): WireAnswer {
  if (at.decision.kind === 'refused') return refusal(at.decision);
  const document =
    at.document === null ? {} : { document: fullFor(model, { document: at.document, userId: at.userId }) };
  return problem(409, { message: 'O documento mudou.', type: 'conflict', code: at.decision.code, ...document });
}

export function candidate(model: Model, id: number): Candidate | null {
  const user = model.users.get(id);
  if (user === undefined) return null;
  return { id, active: user.status === 'active' && !user.deleted, organizationId: user.organization?.id ?? null };
}

export function happening(moment: Moment, author: Author) {
  return {
    created_at: moment.now,
    performed_at: moment.performedAt,
    clock_suspect: moment.suspect,
    command_id: author.key,
  };
}

export function withLog(
  model: Model,
  at: { document: ModelDocument; author: Author; moment: Moment; action: DocumentLog['action'] },
): ModelDocument {
  const { document, author, moment, action } = at;
  const moved = action === 'creation' || action === 'transfer';
  const log: DocumentLog = {
    id: nextId(model),
    action,
    creator: personRef(model, author.userId),
    limit_date: action === 'view' ? null : document.limit_date,
    responsibles: moved ? document.responsibles : [],
    organizations: moved ? document.organizations : [],
    reason: null,
    ...happening(moment, author),
  };
  return { ...document, logs: [...document.logs, log] };
}
