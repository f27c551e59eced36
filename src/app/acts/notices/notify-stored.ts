// Messages after a gesture (rule D3): the specified words at once, and a second line while the change exists only on this
// device. No message claims a success that the server has not confirmed.

import type { GestureResult } from '#commands/frame/context.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { Refused } from '#domain/refusals.ts';
import { commandById, predecessorOf } from '#mirror/outbox/outbox-lanes.ts';
import { needsAuthor } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { connectionNow } from '../../shared/connection/use-connection.ts';
import { NOT_STORED } from '../../text/complete-reopen.ts';
import { storedDetail } from '../../text/stored-here.ts';

/** Shows `title`, with the second line when the command can't be sent right now. */
async function notifyStored(mirror: Mirror, { title, commandId }: { title: string; commandId: string }): Promise<void> {
  const connection = await connectionNow(mirror);
  const detail = storedDetail({ ...connection, isBehind: await isBehind(mirror, commandId) });
  notify(detail === null ? { title } : { title, detail, tone: 'pencil' });
}

/** Whether an earlier command of its lane waits for its author to decide, even with other commands in between. */
async function isBehind(mirror: Mirror, commandId: string): Promise<boolean> {
  let command = await commandById(mirror, commandId);
  while (command !== undefined) {
    const before = await predecessorOf(mirror, command);
    if (before === null) return false;
    if (needsAuthor(before)) return true;
    command = before;
  }
  return false;
}

/** Shows why a gesture was refused at once. */
export function notifyRefused(refused: Refused): void {
  notify({ title: REFUSAL_TEXT[refused.refusals[0].code], tone: 'danger' });
}

/**
 * Runs a gesture and shows its message. `gesture` resolves when the change is durable; a thrown error means that nothing
 * was stored. Resolves to whether the change was stored.
 */
export async function runGesture(
  at: { mirror: Mirror; done: string },
  gesture: () => Promise<GestureResult>,
): Promise<boolean> {
  try {
    const result = await gesture();
    if (result.kind === 'refused') {
      notifyRefused(result);
      return false;
    }
    await notifyStored(at.mirror, { title: at.done, commandId: result.commandId });
    return true;
  } catch {
    notify({ title: NOT_STORED, tone: 'danger' });
    return false;
  }
}
