import type { GestureResult } from '#commands/frame/context.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { NOT_STORED } from '../../text/complete-reopen.ts';
import { notTransferredText, transferredText } from '../../text/transfer-many.ts';
import { notifyRefused, tellStored } from '../notices/notify-stored.ts';

/**
 * One message for all transfers of one press: how many were stored, and how many were not. A null outcome: this device could
 * not store it. `about`: the keys of the documents.
 */
export async function tellTransferred(
  mirror: Mirror,
  { outcomes, about }: { outcomes: readonly (GestureResult | null)[]; about: readonly string[] },
): Promise<void> {
  const stored = outcomes.flatMap((one) => (one?.kind === 'stored' ? [one] : []));
  const refused = outcomes.flatMap((one) => (one?.kind === 'refused' ? [one] : []));
  const failed = outcomes.length - stored.length;
  const last = stored.at(-1);
  if (last !== undefined) {
    const rest = failed === 0 ? '' : `. ${notTransferredText(failed)}`;
    await tellStored(mirror, { title: `${transferredText(stored.length)}${rest}`, commandId: last.commandId, about });
  } else if (refused[0] !== undefined) notifyRefused(refused[0], about);
  else notify({ title: NOT_STORED, tone: 'danger', about });
}
