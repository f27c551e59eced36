// "Desfazer" in the message after an act (S221). The command is stored and shown in pencil at once,
// but is due only at the end of its undo time. So a device that is closed or killed meanwhile sends
// it afterwards.

import { hasText } from '#domain/plain-text.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { dropCommand, setUndoEnd } from '#mirror/outbox/author-door.ts';
import { commandById, commandsOn, unfinished } from '#mirror/outbox/stored-commands.ts';
import { isUndoable, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { refold } from '#mirror/fold/refold.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext } from '../frame/context.ts';
import { documentBefore } from '../frame/on-document.ts';
import { OutboxBusy, settledCommand } from './own-command.ts';
import { takeBackCommand } from './take-back-command.ts';

/** The undo time of an act, ms. */
export const UNDO_MS = 6_000;
/** The longest undo time, ms: a person who stays on the act's message prolongs it. */
export const LONGEST_UNDO_MS = 30_000;

/**
 * `gone`: the command was sent, or is being sent. `followed`: its author has made a later command
 * on the document.
 */
export type Undoing = 'undone' | 'gone' | 'followed';

/**
 * Takes back commands that the server does not have, as if they had not been made. A reply returns
 * to its form with its words and files. Returns the result for each command; one that no longer
 * exists was taken back before.
 */
export async function undoCommands(context: CommandContext, ids: readonly string[]): Promise<Undoing[]> {
  const undoings = await durably(context.mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
    work: async () => {
      const said: Undoing[] = [];
      for (const id of ids) said.push(await undoCommand(context, id));
      return said;
    },
  });
  context.wake();
  return undoings;
}

/**
 * Whether undoing the command brings back a form, because its author wrote or attached something.
 */
export function isReply(command: OutboxCommand): boolean {
  return command.type === 'respond' && (hasText(command.payload.content) || command.files.length > 0);
}

async function undoCommand(context: CommandContext, id: string): Promise<Undoing> {
  const { mirror } = context;
  if ((await commandById(mirror, id)) === undefined) return 'undone';
  const command = await settledCommand(context, id).catch((error: unknown) => {
    if (error instanceof OutboxBusy) return null;
    throw error;
  });
  if (command === null) return 'gone';
  if (await isFollowed(context, command)) return 'followed';
  if (isReply(command)) {
    await toReplyForm(context, command);
    return 'undone';
  }
  await dropCommand(mirror, command);
  await refold(mirror, command.documentKey);
  return 'undone';
}

async function isFollowed({ mirror }: CommandContext, { seq, documentKey }: OutboxCommand): Promise<boolean> {
  const lane = await commandsOn(mirror, documentKey);
  return lane.some((other) => other.seq > seq && other.state !== 'done' && other.type !== 'record-view');
}

/**
 * Puts the command's words and files back into the reply form, behind those that it holds already.
 * The form holds the limit date of its document until its author chooses another, so the command's
 * date takes the place of that one.
 */
async function toReplyForm(context: CommandContext, command: OutboxCommand): Promise<void> {
  if (command.type !== 'respond') return;
  const { content, limit_date: limitDate, responsible_ids: responsibleIds } = command.payload;
  const document = await documentBefore(context.mirror, command);
  const opened = { limitDate: document?.limit_date ?? null };
  const fields = {
    content,
    limitDate: limitDate ?? opened.limitDate,
    responsibleId: responsibleIds?.[0] ?? null,
  };
  const draft = { id: replyDraftOf(command.documentKey), fields, savedAtMs: context.clock() };
  const quiet = { ...context, wake: () => undefined };
  await takeBackCommand(quiet, { id: command.id, draft, present: 'joined', opened });
}

/**
 * Moves the end of the undo time of commands to `endMs` (epoch ms), at most `LONGEST_UNDO_MS` after
 * it began. An undo time that is over does not begin again.
 */
export async function endUndoAt(
  context: CommandContext,
  { ids, endMs }: { ids: readonly string[]; endMs: number },
): Promise<void> {
  const found = async () => Promise.all(ids.map((id) => commandById(context.mirror, id)));
  await moveUndoEnd(context, { found, endMs });
}

/** Ends all undo times of this person now, because they leave. Returns whether there was any. */
export async function endUndoNow(context: CommandContext): Promise<boolean> {
  return moveUndoEnd(context, { found: () => unfinished(context.mirror), endMs: context.clock() });
}

async function moveUndoEnd(
  context: CommandContext,
  { found, endMs }: { found: () => Promise<(OutboxCommand | undefined)[]>; endMs: number },
): Promise<boolean> {
  const { mirror, session, clock } = context;
  const nowMs = clock();
  const isAny = await durably(mirror, {
    tables: ['commands'],
    work: async () => {
      const running = (await found()).filter(
        (command) => command !== undefined && command.actorId === session.id && isUndoable(command, nowMs),
      ) as OutboxCommand[];
      for (const command of running) {
        const latestMs = (command.undoFromMs ?? nowMs) + LONGEST_UNDO_MS;
        await setUndoEnd(mirror, { command, endMs: Math.min(endMs, latestMs) });
      }
      return running.length > 0;
    },
  });
  if (isAny && endMs <= nowMs) context.wake();
  return isAny;
}
