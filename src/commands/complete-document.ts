import { documentStateOf } from '#contract/document-state.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { decideComplete } from '#domain/decide-complete.ts';
import { refuse } from '#domain/refusals.ts';
import type { CommandContext, Outcome } from './context.ts';
import { basedOnOf, momentOf, storeCommand } from './store-command.ts';

/** Concluir (rules A3, A6). */
export async function completeDocument(
  context: CommandContext,
  { documentKey, limitDate = null }: { documentKey: string; limitDate?: CalendarDay | null },
): Promise<Outcome> {
  const document = await context.mirror.documents.get(documentKey);
  if (document === undefined || document.gone === true) return refuse('not_allowed');
  const { performedAtMs, today } = await momentOf(context);
  const decision = decideComplete(documentStateOf(document), { userId: context.session.id, today, limitDate });
  if (decision.kind === 'refused') return decision;
  // Nothing to do on what already shows as completed here, in pencil or ink.
  if (document.stored_status === 'completed') return refuse('document_completed', 'status');
  return storeCommand(context, {
    type: 'complete-document',
    documentKey,
    basedOn: basedOnOf(document, today),
    payload: { limit_date: limitDate },
    files: [],
    performedAtMs,
    draftId: undefined,
  });
}
