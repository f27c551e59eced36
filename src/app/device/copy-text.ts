import { notify } from '#ui/feedback/toast.tsx';
import { OUTBOX_TEXT } from '../text/outbox.ts';

/** Copies a text to the clipboard. Resolves to whether it worked, because some browsers refuse. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title: OUTBOX_TEXT.copied });
  } catch {
    notify({ title: OUTBOX_TEXT.copyFailed, tone: 'danger' });
  }
}
