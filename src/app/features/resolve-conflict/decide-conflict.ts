import { discardCommand } from '#commands/discard-command.ts';
import type { CommandContext } from '#commands/context.ts';
import { redoCommand } from '#commands/redo-command.ts';
import { redoReopening } from '#commands/redo-reopening.ts';
import { takeBackCommand } from '#commands/take-back-command.ts';
import type { Refused } from '#domain/refusals.ts';
import { loadDraft } from '#mirror/drafts.ts';
import { replaceDraft } from '../../shared/open-drafts.ts';
import { hasWords, type OpenChoice } from './conflict-choices.ts';
import type { Conflict } from './conflict-facts.ts';

/**
 * Does what the author chose. Giving up keeps the words as a draft of a reply, unless one is already being written. Answers a
 * refusal when the rules say no by now; throws OutboxBusy when the command is no longer there to be decided.
 */
export async function decideConflict(
  commands: CommandContext,
  { conflict, chosen }: { conflict: Conflict; chosen: OpenChoice },
): Promise<Refused | null> {
  const { command } = conflict;
  const { id, documentKey, payload } = command;
  if (chosen.choice === 'give-up') {
    const draftId = `reply:${documentKey}`;
    const isFree = (await loadDraft(commands.mirror, draftId)) === undefined;
    if (!hasWords(command) || !isFree) {
      await discardCommand(commands, id);
      return null;
    }
    const fields = { content: payload.content, limitDate: conflict.words.currentLimitDate, responsibleId: null };
    await replaceDraft(draftId, () =>
      takeBackCommand(commands, { id, draft: { id: draftId, fields, savedAtMs: commands.clock() } }),
    );
    return null;
  }
  const outcome = await (chosen.reopens ? redoReopening : redoCommand)(commands, { id, mode: chosen.choice });
  return outcome.kind === 'refused' ? outcome : null;
}
