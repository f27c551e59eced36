import { discardCommand } from '#commands/outbox/discard-command.ts';
import type { CommandContext } from '#commands/frame/context.ts';
import { redoCommand } from '#commands/outbox/redo-command.ts';
import { redoReopening } from '#commands/outbox/redo-reopening.ts';
import { takeBackCommand } from '#commands/outbox/take-back-command.ts';
import type { RefusedDecision } from '#domain/refusals.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { joinDraft } from '../../shared/draft/open-drafts.ts';
import { type Choice, hasWords, type OpenChoice, type Conflict } from './conflict-facts.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';

type DecisionInput = Pick<Conflict, 'command'> & { readonly words: Pick<Conflict['words'], 'currentLimitDate'> };

/**
 * How the commands end that a choice makes after reopening. `on-top` has no entry, because the
 * author's later commands decide it.
 */
const ENDING: Partial<Record<Choice, 'completed' | 'open'>> = { 'then-complete': 'completed', 'text-only': 'open' };

/**
 * Carries out the author's choice. Giving up moves text and files into the draft of the reply,
 * after what the draft has. `dropped`: id of the completion that is discarded as well. Returns the
 * refusal when a rule no longer allows the choice. Throws OutboxBusy when the command is gone.
 */
export async function decideConflict(
  commandContext: CommandContext,
  { conflict, chosen, dropped = null }: { conflict: DecisionInput; chosen: OpenChoice; dropped?: string | null },
): Promise<RefusedDecision | null> {
  const { command } = conflict;
  const { id, documentKey, payload } = command;
  if (chosen.choice === 'give-up') {
    const draftId = replyDraftOf(documentKey);
    if (hasWords(command)) {
      const fields = { content: payload.content, limitDate: conflict.words.currentLimitDate, responsibleId: null };
      const draft = { id: draftId, fields, savedAtMs: commandContext.clock() };
      await joinDraft(draftId, () => takeBackCommand(commandContext, { id, draft, present: 'joined' }));
    } else await discardCommand(commandContext, { id });
    // If the device stops before this line, the completion is sent without effect, because the
    // document is already completed (rule E6).
    if (dropped !== null) await discardCommand(commandContext, { id: dropped });
    return null;
  }
  const mode = chosen.choice === 'on-top' ? 'on-top' : 'text-only';
  const ending = ENDING[chosen.choice];
  const outcome = await (chosen.reopens
    ? redoReopening(commandContext, { id, mode, ...(ending === undefined ? {} : { ending }) })
    : redoCommand(commandContext, { id, mode }));
  return outcome.kind === 'refused' ? outcome : null;
}

/**
 * The author's later commands on the document that are sent by themselves once `item` is decided,
 * in order. Views are left out, because they don't matter for the decision. Commands that need
 * their author too are left out, because each asks for a decision of its own.
 */
export function followersOf(item: OutboxItem, items: readonly OutboxItem[]): OutboxItem[] {
  const { documentKey, seq } = item.command;
  return items.filter(
    ({ command, group }) =>
      command.documentKey === documentKey &&
      command.seq > seq &&
      command.type !== 'record-view' &&
      (group === 'queued' || group === 'sending'),
  );
}
