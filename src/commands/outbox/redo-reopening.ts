import { placeBefore, takeCommand } from '#mirror/outbox/author-door.ts';
import { commandById, commandsOn } from '#mirror/outbox/stored-commands.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext, GestureResult, StoredResult } from '../frame/context.ts';
import { discardCommand } from './discard-command.ts';
import { endingCompletion } from './ending-completion.ts';
import { settledCommand } from './own-command.ts';
import type { RedoMode } from './redo-command.ts';
import { completeDocument, reopenDocument } from '../documents/complete-document.ts';
import { respond } from '../documents/respond.ts';
import { allOrRefused, kept } from '../frame/undone.ts';

/**
 * The author decides a conflict with a completion (rules E6, A7). The document is reopened and the
 * reply is made on it: two new commands, in this order, in the position of the conflicting one, so
 * that later commands of the author still come after them (S35). `ending`: how the author leaves
 * the document. `completed`: by the completion that waits, or else by a new one. `open`: the
 * completion that waits is discarded. Absent: it stays as it is. Everything happens in one
 * transaction. Throws OutboxBusy.
 */
export async function redoReopening(
  context: CommandContext,
  { id, mode, ending }: { id: string; mode: RedoMode; ending?: 'completed' | 'open' },
): Promise<GestureResult> {
  const { mirror } = context;
  // The worker is woken once, after all writes are durable.
  const quiet: CommandContext = { ...context, wake: () => undefined };
  let before: StoredResult | null = null;
  const outcome = await allOrRefused(() =>
    durably(mirror, {
      tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
      work: async () => {
        // After a lost connection to the database the work runs again, although the first run may
        // have been committed.
        if (before !== null && (await commandById(mirror, before.commandId)) !== undefined) return before;
        const command = await settledCommand(context, id);
        if (command.type !== 'respond') throw new Error('only a response is redone on a reopened document');
        const { documentKey, payload, seq } = command;
        await kept(reopenDocument(quiet, { documentKey, limitDate: null, seq: await placeBefore(mirror, seq) }));
        await takeCommand(mirror, command);
        const replied = await kept(
          respond(quiet, {
            documentKey,
            content: payload.content,
            limitDate: mode === 'on-top' ? payload.limit_date : null,
            responsibleIds: mode === 'on-top' ? payload.responsible_ids : null,
            organizationIds: mode === 'on-top' ? payload.organization_ids : [],
            fileIds: command.files.map((file) => file.id),
            joined: command.joined,
            seq,
          }),
        );
        const completion = endingCompletion(await commandsOn(mirror, documentKey), seq);
        if (ending === 'open' && completion !== null) await discardCommand(quiet, { id: completion.id });
        if (ending === 'completed' && completion === null) await kept(completeDocument(quiet, { documentKey }));
        before = replied;
        return replied;
      },
    }),
  );
  if (outcome.kind === 'stored') context.wake();
  return outcome;
}
