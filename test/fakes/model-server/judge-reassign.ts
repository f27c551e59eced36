// "Redistribuir" (rule A14) on the model server. Every person of the model who may do it is a Super
// Admin.

import { documentStateOf, guardOf } from '#contract/document-state.ts';
import type { ReassignInput } from '#contract/reference-writes.ts';
import { decideReassign } from '#domain/decide-respond.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import type * as v from 'valibot';
import { problem } from './answers.ts';
import { withRespond } from './judge-patch.ts';
import { candidate, standing, type Author } from './judged-parts.ts';
import type { Model, ModelDocument } from './model.ts';
import type { Judgement, Moment } from './write.ts';

export function judgeReassign(
  model: Model,
  { input, author }: { input: v.InferOutput<typeof ReassignInput>; author: Author },
) {
  return (document: ModelDocument | null, moment: Moment): Judgement => {
    if (document === null) throw new Error('a change needs its document');
    if (model.users.get(author.userId)?.superAdmin !== true) {
      return { answer: problem(403, { message: 'Sem permissão.', type: 'forbidden' }) };
    }
    const { decision } = judgeInTime(
      (today) =>
        decideReassign(documentStateOf(document), {
          today,
          withinOrganizationId: null,
          currentOrganizationIds: document.organizations.map((sector) => sector.id),
          responsibles: input.responsible_ids.map((id) => candidate(model, id)),
          organizationIds: input.organization_ids,
          reason: input.reason,
          basedOn: guardOf(input.based_on),
        }),
      moment,
    );
    if (decision.kind !== 'accepted') return { answer: standing(model, { decision, document, userId: author.userId }) };
    const moved = withRespond(model, { document, changes: decision.changes, author, moment });
    return { effected: { document: moved, result: 'applied', moves: true } };
  };
}
