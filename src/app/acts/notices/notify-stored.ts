// Messages after a gesture (rule D3): the specified words at once, and a second line while the
// change exists only on this device. No message claims a success that the server has not confirmed.

import type { GestureResult } from '#commands/frame/context.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { RefusedDecision } from '#domain/refusals.ts';
import { predecessorOf } from '#mirror/outbox/outbox-lanes.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { needsAuthor, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { Notice } from '#ui/feedback/notice.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { connectionNow } from '../../shared/connection/use-connection.ts';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { STORED_HERE, storedDetail } from '../../text/words/stored-here.ts';
import { subjectOf } from './subject-of.ts';

/** The parts of a message that offer to take its act back. */
export type UndoOffer = Pick<Notice, 'action' | 'timeoutMs' | 'spoken' | 'onShown' | 'onPause' | 'onClose'>;

type StoredNotice = {
  title: string;
  commandId: string;
  undo?: UndoOffer | undefined;
  about?: Notice['about'];
};

/**
 * Shows `title`, with a second line when the command can't be sent right now. `about`: what the
 * message is about; by default the document of the command.
 */
export async function tellStored(mirror: Mirror, told: StoredNotice): Promise<void> {
  const { title, commandId, undo } = told;
  const { detail, subject } = await factsOf(mirror, commandId).catch((error: unknown) => {
    // The change is stored even where connection or command can't be read for the message. A
    // message of failure would make the person do it twice.
    reportError(error);
    return { detail: STORED_HERE, subject: undefined };
  });
  const about = told.about ?? subject;
  notify({ title, ...(detail === null ? {} : { detail, tone: 'pencil' }), ...undo, about });
}

async function factsOf(mirror: Mirror, commandId: string) {
  const [connection, command] = await Promise.all([connectionNow(mirror), commandById(mirror, commandId)]);
  const detail = storedDetail({ ...connection, isBehind: await isBehind(mirror, command) });
  return { detail, subject: command && subjectOf(command) };
}

/** Whether some earlier command of its lane waits for its author to decide. */
async function isBehind(mirror: Mirror, given: OutboxCommand | undefined): Promise<boolean> {
  let command = given;
  while (command !== undefined) {
    const before = await predecessorOf(mirror, command);
    if (before === null) return false;
    if (needsAuthor(before)) return true;
    command = before;
  }
  return false;
}

/**
 * Shows why a gesture was refused at once. `about`: the key of its document, or the keys of
 * several.
 */
export function notifyRefused(refused: RefusedDecision, about?: Notice['about']): void {
  notify({ title: REFUSAL_TEXT[refused.refusals[0].code], tone: 'danger', about });
}

/**
 * Runs a gesture and shows its message. `gesture` resolves when the change is durable; when it
 * throws, nothing was stored. It resolves to null when it did nothing and its form says why.
 * `onStored` is called as soon as the change is durable. A form closes then and not before, because
 * on a full device its words would be lost. `undo`: the offer to take the act back. `about`: the
 * key of the document, which has one message at a time. Resolves to whether the change was stored.
 */
export async function runGesture(
  at: {
    mirror: Mirror;
    done: string;
    about?: string;
    undo?: ((commandIds: readonly string[]) => UndoOffer) | undefined;
    onStored?: () => void;
  },
  gesture: () => Promise<GestureResult | null>,
): Promise<boolean> {
  let result: GestureResult | null;
  try {
    result = await gesture();
  } catch (error) {
    notify({ title: notStoredText(error), tone: 'danger', about: at.about });
    return false;
  }
  if (result === null) return false;
  if (result.kind === 'refused') {
    notifyRefused(result, at.about);
    return false;
  }
  const { commandId } = result;
  at.onStored?.();
  await tellStored(at.mirror, { title: at.done, commandId, undo: at.undo?.([commandId]) });
  return true;
}
