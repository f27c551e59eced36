import type { DocumentView } from '#mirror/questions/view-document.ts';
import { ticketOf } from '#domain/ticket.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { FILE_TEXT } from '../../text/files.ts';
import { attachmentParts, downloadAttachments } from './download-attachments.ts';
import { FileUnavailable } from './file-bytes.ts';

/** Baixar anexos of one document, with its words of trouble (rules D4, D5). */
export function useDownload(view: DocumentView): { download: () => Promise<void>; isBusy: boolean } {
  const { mirror, person, now } = useProfile();
  const [isBusy, setBusy] = useState(false);

  async function download() {
    const { number, localCode } = view.document;
    const name = number === null ? (localCode ?? 'documento') : ticketOf(person.acronym, number);
    setBusy(true);
    try {
      await downloadAttachments(mirror, { parts: attachmentParts(view), name, nowMs: now() });
    } catch (error) {
      const isOffline = error instanceof FileUnavailable && error.isOffline;
      notify({
        title: isOffline ? FILE_TEXT.offline : FILE_TEXT.failed,
        detail: isOffline ? FILE_TEXT.offlineDetail : undefined,
        tone: 'danger',
        action: { label: FILE_TEXT.retry, onAction: () => void download() },
      });
    } finally {
      setBusy(false);
    }
  }

  return { download, isBusy };
}
