// Gives bytes to the person as a file. In an application installed on iOS a download link covers
// the only window and can't be closed, so the share sheet is used there (src/app/experience.md,
// experience P20).

import { notify } from '#ui/feedback/toast.tsx';
import { OUTBOX_TEXT } from '../text/sending/outbox.ts';

const REVOKE_AFTER_MS = 60_000;

function isStandaloneIos(): boolean {
  const isIos =
    /iPad|iPhone|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);
  return isIos && matchMedia('(display-mode: standalone)').matches;
}

/**
 * Saves or shares `blob` under `name`. Resolves to true when it has been handed over, to false when
 * the person cancelled the share.
 */
export async function saveFile(blob: Blob, name: string): Promise<boolean> {
  const file = new File([blob], name, { type: blob.type });
  if (isStandaloneIos() && navigator.canShare({ files: [file] })) {
    return navigator.share({ files: [file] }).then(
      () => true,
      () => false,
    );
  }
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
  return true;
}

/**
 * Offers `blob` to the system's share sheet, and saves it where there is none. Cancelling does
 * nothing.
 */
export async function shareFile(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  const browser = navigator as Partial<Pick<Navigator, 'canShare' | 'share'>>;
  if (browser.canShare?.({ files: [file] }) !== true) {
    await saveFile(blob, name);
    return;
  }
  await browser.share?.call(navigator, { files: [file] }).catch(() => undefined);
}

/**
 * Copies a text to the clipboard, and shows whether it worked, because some browsers refuse.
 * `about`: the key of its document. `copied`: the message when it worked.
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
