import { notify } from '#ui/feedback/toast.tsx';
import { OUTBOX_TEXT } from '../text/sending/outbox.ts';

/**
 * Copies a text to the clipboard, and tells whether it worked, because some browsers refuse.
 * `about`: the key of its document. `copied`: what is said when it worked.
 */
export async function copyText(
  text: string,
  { about, copied = OUTBOX_TEXT.copied }: { about?: string | undefined; copied?: string } = {},
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title: copied, about });
  } catch {
    notify({ title: OUTBOX_TEXT.copyFailed, tone: 'danger', about });
  }
}
