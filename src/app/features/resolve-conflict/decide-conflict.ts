import { discardCommand } from '#commands/outbox/discard-command.ts';
import type { CommandContext } from '#commands/frame/context.ts';
import { redoCommand } from '#commands/outbox/redo-command.ts';
import { redoReopening } from '#commands/outbox/redo-reopening.ts';
import { takeBackCommand } from '#commands/outbox/take-back-command.ts';
import type { Refused } from '#domain/refusals.ts';
import { replyDraftOf } from '#mirror/keep/drafts.ts';
import { joinDraft } from '../../shared/draft/open-drafts.ts';
import { hasWords, type OpenChoice } from './conflict-choices.ts';
import type { Conflict } from './conflict-facts.ts';

/** The part of a conflict that a decision needs. */
type Decided = Pick<Conflict, 'command'> & { readonly words: Pick<Conflict['words'], 'currentLimitDate'> };

/**
 * Carries out the author's choice. Giving up keeps words and files as a draft of a reply, after what is already written
 * there. Returns a refusal when the rules no longer allow the choice; throws OutboxBusy when the command is gone.
 */
export async function decideConflict(
  commandContext: CommandContext,
  { conflict, chosen }: { conflict: Decided; chosen: OpenChoice },
): Promise<Refused | null> {
  const { command } = conflict;
  const { id, documentKey, payload } = command;
  if (chosen.choice === 'give-up') {
    const draftId = replyDraftOf(documentKey);
    if (!hasWords(command)) {
      await discardCommand(commandContext, { id });
      return null;
    }
    const fields = { content: payload.content, limitDate: conflict.words.currentLimitDate, responsibleId: null };
    const draft = { id: draftId, fields, savedAtMs: commandContext.clock() };
    await joinDraft(draftId, () => takeBackCommand(commandContext, { id, draft, present: 'joined' }));
    return null;
  }
  const outcome = await (chosen.reopens ? redoReopening : redoCommand)(commandContext, { id, mode: chosen.choice });
  return outcome.kind === 'refused' ? outcome : null;
}
