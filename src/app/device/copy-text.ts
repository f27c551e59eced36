import { notify } from '#ui/feedback/toast.tsx';
import { OUTBOX_TEXT } from '../text/outbox.ts';

/** Puts words on the clipboard and says whether it worked: some browsers refuse. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title: OUTBOX_TEXT.copied });
  } catch {
    notify({ title: OUTBOX_TEXT.copyFailed, tone: 'danger' });
  }
}
