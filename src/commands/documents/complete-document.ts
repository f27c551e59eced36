import type { CalendarDay } from '#domain/dates.ts';
import { decideComplete, decideReopen } from '#domain/decide-complete.ts';
import { refuse } from '#domain/refusals.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { onDocument } from '../frame/on-document.ts';
import type { ShownDocument } from '../frame/store-command.ts';

type OnShown = {
  readonly documentKey: string;
  /** The document that the form showed; absent where the gesture repeats a stored command. */
  readonly seen?: ShownDocument | undefined;
};

/**
 * Concluir, with the limit date that its author sees (rules A3, A6). `undoMs`: the undo time in ms;
 * absent: none.
 */
export async function completeDocument(
  context: CommandContext,
  { documentKey, seen, undoMs }: OnShown & { readonly undoMs?: number | undefined },
): Promise<GestureResult> {
  return onDocument(context, {
    type: 'complete-document',
    documentKey,
    seen,
    undoMs,
    decide({ document, state, userId, today, basedOn }) {
      const decision = decideComplete(state, { userId, today, limitDate: null, basedOn });
      // A document that this device shows as completed, in pencil or ink, is not completed again.
      const isDone = decision.kind !== 'refused' && document.stored_status === 'completed';
      return isDone ? refuse('document_completed', 'status') : decision;
    },
    payloadOf: (sight) => ({ limit_date: sight.seen.limit_date }),
  });
}

/**
 * Reabrir (rule A7). `limitDate`: the new date; null keeps one that has not passed. `seq`: the
 * position in the lane; absent: the end (S35).
 */
export async function reopenDocument(
  context: CommandContext,
  { documentKey, seen, limitDate, seq }: OnShown & { readonly limitDate: CalendarDay | null; readonly seq?: number },
): Promise<GestureResult> {
  return onDocument(context, {
    type: 'reopen-document',
    documentKey,
    seen,
    seq,
    decide({ state, userId, today }) {
      const decision = decideReopen(state, { userId, today, limitDate });
      // The document already shows as open here, so there is nothing to reopen.
      return decision.kind === 'accepted' && decision.note !== null ? refuse('not_allowed') : decision;
    },
    payloadOf: () => ({ limit_date: limitDate }),
  });
}
