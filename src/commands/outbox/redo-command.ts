import { moveFiles } from '#mirror/keep/files.ts';
import { hasText } from '#domain/plain-text.ts';
import { type CommandOf, isRowCommand, type OutboxCommand, ownedFilesOf } from '#mirror/store/outbox-row.ts';
import { commandOwnerOf, type MirrorDocument } from '#mirror/store/rows.ts';
import { refold } from '#mirror/fold/refold.ts';
import { payloadLeftOf } from '#mirror/questions/row-by-key.ts';
import { replaceCommand } from '#mirror/outbox/author-door.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext, StoredResult } from '../frame/context.ts';
import { documentBefore } from '../frame/on-document.ts';
import { settledCommand } from './own-command.ts';
import { seenDocumentOf, gestureMomentOf } from '../frame/store-command.ts';

/**
 * `text-only`: sends the words and files, without date and transfer. `on-top`: sends everything, on
 * the present document, or on those rows of the command that still exist.
 */
export type RedoMode = 'text-only' | 'on-top';

/**
 * The author decides a conflict (rule E6), or what to do when some rows of a command were deleted
 * meanwhile. A new command with a new key, based on the present document, takes the position of the
 * conflicting one in its lane, with its files. Throws OutboxBusy.
 */
export async function redoCommand(
  context: CommandContext,
  { id, mode }: { id: string; mode: RedoMode },
): Promise<StoredResult> {
  const { mirror } = context;
  const newId = context.newId();
  const { performedAtMs, today } = await gestureMomentOf(context);
  const documentKey = await durably(mirror, {
    tables: [...FOLD_TABLES, 'files'],
    work: async () => {
      const again = await commandById(mirror, newId);
      if (again !== undefined) return again.documentKey;
      const command = await settledCommand(context, id);
      const document = isRowCommand(command) ? null : await documentBefore(mirror, command);
      const { failingSinceMs: _over, mustWait: _ended, ...kept } = command;
      const redone: Omit<OutboxCommand, 'seq' | 'documentKey'> = {
        ...kept,
        id: newId,
        payload: await payloadAgain(context, { command, mode, document }),
        basedOn: document === null ? command.basedOn : seenDocumentOf(document, today),
        loginId: context.session.login_id ?? null,
        performedAtMs,
        state: 'queued',
        attempts: 0,
        failures: 0,
        dueAtMs: context.clock(),
        lease: null,
        lastError: null,
        mayBeRefused: false,
      };
      await replaceCommand(mirror, { old: command, command: redone });
      await moveFiles(mirror, { ids: ownedFilesOf(command), owner: commandOwnerOf(newId) });
      await refold(mirror, command.documentKey);
      return command.documentKey;
    },
  });
  context.wake();
  return { kind: 'stored', commandId: newId, documentKey };
}

type Again = { command: OutboxCommand; mode: RedoMode; document: MirrorDocument | null };

async function payloadAgain(
  { mirror }: CommandContext,
  { command, mode, document }: Again,
): Promise<OutboxCommand['payload']> {
  if (mode === 'text-only') return textOnly(command);
  if (!isRowCommand(command) || command.type === 'create-row') return onTop(command, document);
  return payloadLeftOf(mirror, command);
}

/**
 * The whole payload again. A completion names the limit date that its author sees now. A limit date
 * that another person has set meanwhile is left out, because it is no change (rule A8).
 */
function onTop(command: OutboxCommand, document: MirrorDocument | null): OutboxCommand['payload'] {
  if (command.type === 'complete-document' && document !== null) return { limit_date: document.limit_date };
  if (command.type !== 'respond' || command.payload.limit_date !== document?.limit_date) return command.payload;
  return { ...command.payload, limit_date: null };
}

function textOnly(command: OutboxCommand): CommandOf<'respond'>['payload'] {
  if (command.type !== 'respond' || !(hasText(command.payload.content) || command.files.length > 0)) {
    throw new Error('only a response with words or files can be sent as text alone');
  }
  return { content: command.payload.content, limit_date: null, responsible_ids: null, organization_ids: [] };
}
