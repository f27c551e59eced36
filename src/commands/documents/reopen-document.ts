import type { CalendarDay } from '#domain/dates.ts';
import { decideReopen } from '#domain/decide-reopen.ts';
import { refuse } from '#domain/refusals.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { onDocument } from '../frame/on-document.ts';

/**
 * Reabrir (rule A7). `limitDate`: the new date, or null to keep one that has not passed. `seq`: the
 * place in the lane, when it is not the end (S35).
 */
export async function reopenDocument(
  context: CommandContext,
  { documentKey, limitDate, seq }: { documentKey: string; limitDate: CalendarDay | null; seq?: number },
): Promise<GestureResult> {
  return onDocument(context, {
    type: 'reopen-document',
    documentKey,
    seq,
    decide({ state, userId, today }) {
      const decision = decideReopen(state, { userId, today, limitDate });
      // The document already shows as open here, so there is nothing to reopen.
      return decision.kind === 'accepted' && decision.note !== null ? refuse('not_allowed') : decision;
    },
    payloadOf: () => ({ limit_date: limitDate }),
  });
}
