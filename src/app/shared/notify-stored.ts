// Messages after a gesture (decisions D3): the specified words at once, and a second line of truth while the change exists
// only on this device. Nothing claims success that the server has not given.

import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { Refused } from '#domain/refusals.ts';
import { readMeta } from '#mirror/meta.ts';
import type { Mirror } from '#mirror/schema.ts';
import { notify } from '#ui/toast.tsx';
import { NOT_STORED, STORED_HERE } from '../text/complete-reopen.ts';

/** Says `title`; with the second line when nothing can be sent right now. */
export async function notifyStored(mirror: Mirror, title: string): Promise<void> {
  const connection = await readMeta(mirror, 'connection');
  const sendsNow =
    navigator.onLine && (connection === undefined || (connection.auth === 'ok' && connection.network === 'ok'));
  notify(sendsNow ? { title } : { title, detail: STORED_HERE, tone: 'pencil' });
}

/** Says why a gesture was refused on the spot. */
export function notifyRefused(refused: Refused): void {
  notify({ title: REFUSAL_TEXT[refused.refusals[0].code], tone: 'danger' });
}

/**
 * Runs a gesture to its message. `gesture` resolves when the change is durable; a thrown error means that nothing was
 * stored. Resolves to whether it was.
 */
export async function runGesture(
  at: { mirror: Mirror; done: string },
  gesture: () => Promise<{ readonly kind: 'stored' } | Refused>,
): Promise<boolean> {
  try {
    const result = await gesture();
    if (result.kind === 'refused') {
      notifyRefused(result);
      return false;
    }
    await notifyStored(at.mirror, at.done);
    return true;
  } catch {
    notify({ title: NOT_STORED, tone: 'danger' });
    return false;
  }
}
