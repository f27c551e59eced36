import { documentStateOf } from '#contract/document-state.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { decideReopen } from '#domain/decide-reopen.ts';
import { refuse } from '#domain/refusals.ts';
import type { CommandContext, Outcome } from './context.ts';
import { documentFor } from './document-before.ts';
import { basedOnOf, momentOf, storeCommand } from './store-command.ts';

/**
 * Reabrir (rule A7): `limitDate` is the new one, null to keep one that has not passed. `seq`: its place in the lane,
 * when it is not the end (S35).
 */
export async function reopenDocument(
  context: CommandContext,
  { documentKey, limitDate, seq }: { documentKey: string; limitDate: CalendarDay | null; seq?: number },
): Promise<Outcome> {
  const document = await documentFor(context.mirror, { documentKey, seq });
  if (document === undefined) return refuse('not_allowed');
  const { performedAtMs, today } = await momentOf(context);
  const decision = decideReopen(documentStateOf(document), { userId: context.session.id, today, limitDate });
  if (decision.kind === 'refused') return decision;
  // Already open, here at least: nothing to reopen.
  if (decision.kind === 'accepted' && decision.note !== null) return refuse('not_allowed');
  return storeCommand(context, {
    type: 'reopen-document',
    documentKey,
    basedOn: basedOnOf(document, today),
    payload: { limit_date: limitDate },
    files: [],
    performedAtMs,
    draftId: undefined,
    seq,
  });
}
