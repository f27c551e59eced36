import { OutboxBusy } from '#commands/outbox/own-command.ts';
import type { Notice } from '#ui/feedback/notice.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { busyText } from '../../text/sending/outbox.ts';

/**
 * Shows why a gesture on the outbox that threw stored nothing: why the command can't be changed
 * now, or the trouble of the device. `about`: the key of its document, or the keys of several.
 */
export function notifyFailed(error: unknown, about?: Notice['about']): void {
  notify({ title: error instanceof OutboxBusy ? busyText(error) : notStoredText(error), tone: 'danger', about });
}
