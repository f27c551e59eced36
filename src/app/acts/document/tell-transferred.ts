import type { GestureResult } from '#commands/frame/context.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { notTransferredText, transferredText } from '../../text/transfer-many.ts';
import { notifyRefused, tellStored } from '../notices/notify-stored.ts';

/** What became of one transfer. `failed`: this device could not store it. */
export type TransferOutcome = GestureResult | { readonly kind: 'failed'; readonly error: unknown };

/**
 * One message for all transfers of one press: how many were stored, and how many were not. `about`: the keys of the documents.
 */
export async function tellTransferred(
  mirror: Mirror,
  { outcomes, about }: { outcomes: readonly TransferOutcome[]; about: readonly string[] },
): Promise<void> {
  const stored = outcomes.flatMap((one) => (one.kind === 'stored' ? [one] : []));
  const refused = outcomes.flatMap((one) => (one.kind === 'refused' ? [one] : []));
  const [error] = outcomes.flatMap((one) => (one.kind === 'failed' ? [one.error] : []));
  const failed = outcomes.length - stored.length;
  const last = stored.at(-1);
  if (last !== undefined) {
    const rest = failed === 0 ? '' : `. ${notTransferredText(failed)}`;
    await tellStored(mirror, { title: `${transferredText(stored.length)}${rest}`, commandId: last.commandId, about });
  } else if (refused[0] !== undefined) notifyRefused(refused[0], about);
  else notify({ title: notStoredText(error), tone: 'danger', about });
}
