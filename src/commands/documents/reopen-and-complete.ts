import type { CalendarDay } from '#domain/dates.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext, GestureResult, StoredResult } from '../frame/context.ts';
import type { ShownDocument } from '../frame/store-command.ts';
import { allOrRefused, kept } from '../frame/undone.ts';
import { completeDocument, reopenDocument } from './complete-document.ts';

/**
 * Reabrir with "Concluir em seguida" (rule A3): two commands in one transaction. When one is
 * refused or can't be stored, neither is. The completion is based on the document that was shown,
 * as the reopening leaves it.
 */
export async function reopenAndComplete(
  context: CommandContext,
  { documentKey, seen, limitDate }: { documentKey: string; seen: ShownDocument; limitDate: CalendarDay | null },
): Promise<GestureResult> {
  // The worker is woken once, after both writes are durable.
  const quiet: CommandContext = { ...context, wake: () => undefined };
  const reopened = { ...seen, stored_status: 'under_review', limit_date: limitDate ?? seen.limit_date } as const;
  let before: StoredResult | null = null;
  const outcome = await allOrRefused(() =>
    durably(context.mirror, {
      tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
      work: async () => {
        // After a lost connection to the database the work runs again, although the first run may
        // have been committed.
        if (before !== null && (await commandById(context.mirror, before.commandId)) !== undefined) return before;
        await kept(reopenDocument(quiet, { documentKey, seen, limitDate }));
        before = await kept(completeDocument(quiet, { documentKey, seen: reopened }));
        return before;
      },
    }),
  );
  if (outcome.kind === 'stored') context.wake();
  return outcome;
}
