// The outbox for a page that does not send: whether something waits, and how an answer of the
// server changes due times. Sending is in sending.ts, which a page loads when something waits.

import { isOwnTrouble, type ErrorClass } from '../store/outbox-row.ts';
import { GIVEN_UP_PREFIX } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';

/** Whether any command is not done, including those that wait for their author. */
export async function isAnyUndone(mirror: Mirror): Promise<boolean> {
  return (await mirror.commands.where('state').notEqual('done').limit(1).count()) > 0;
}

/**
 * Whether there may be something for forget-done.ts to delete: commands that are done or were
 * discarded.
 */
export async function isAnyOver(mirror: Mirror): Promise<boolean> {
  const done = await mirror.commands.where('state').equals('done').limit(1).count();
  return done > 0 || (await mirror.drafts.where('id').startsWith(GIVEN_UP_PREFIX).limit(1).count()) > 0;
}

/**
 * A successful contact with the server makes every backoff due now. Waits that the server asked for
 * stay, and so do commands that fail while others pass.
 */
export async function makeBackoffDue(mirror: Mirror, nowMs: number): Promise<void> {
  await durably(mirror, {
    tables: ['commands'],
    work: async () => {
      const rows = await mirror.commands.where('state').anyOf('backoff', 'unknown').toArray();
      for (const command of rows) {
        const waits = command.mustWait === true || isOwnTrouble(command.lastError);
        if (!waits && command.dueAtMs > nowMs) await mirror.commands.update(command.seq, { dueAtMs: nowMs });
      }
    },
  });
}

/**
 * Queues held commands again: the reason for holding them has ended (their author is back, the
 * server or the application is newer).
 */
export async function releaseHeld(
  mirror: Mirror,
  { errorClass, nowMs }: { errorClass: ErrorClass; nowMs: number },
): Promise<void> {
  await durably(mirror, {
    tables: ['commands'],
    work: async () => {
      // The index holds the stored state. So a row that is only shown as held, because this version
      // does not understand it, is not found here and stays as it is.
      const held = await mirror.commands.where('state').equals('held').toArray();
      for (const command of held.filter((one) => one.lastError?.class === errorClass)) {
        await mirror.commands.update(command.seq, { state: 'queued', lastError: null, dueAtMs: nowMs });
      }
    },
  });
}
