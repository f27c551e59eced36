import type { DocumentView } from '#mirror/questions/view-document.ts';
import type { Notice } from '#ui/feedback/notice.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { FILE_TEXT } from '../../text/document/files.ts';
import { downloadAttachments } from './download-attachments.ts';
import { FileUnavailable } from './file-bytes.ts';

export type Download = {
  /**
   * Runs `work`, which resolves to whether files were handed over. Shows what went wrong, with a
   * button to try again. `about`: the key of the document of the files, or of each of them.
   */
  readonly run: (work: () => Promise<boolean>, about?: Notice['about']) => Promise<boolean>;
  readonly isBusy: boolean;
};

/** The state of a download of attachments, with the messages for its failures (rules D4, D5). */
export function useDownload(): Download {
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<boolean>, about?: Notice['about']): Promise<boolean> {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      const isOffline = error instanceof FileUnavailable && error.isOffline;
      notify({
        title: isOffline ? FILE_TEXT.offline : FILE_TEXT.failed,
        detail: isOffline ? FILE_TEXT.offlineDetail : undefined,
        tone: 'danger',
        about,
        action: { label: FILE_TEXT.retry, onAction: () => void run(work, about) },
      });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { run, isBusy };
}

/** The act "Baixar anexos" of one document. */
export function useDocumentDownload(view: DocumentView): { download: () => void; isBusy: boolean } {
  const { mirror, now } = useProfile();
  const { run, isBusy } = useDownload();
  const download = () => void run(() => downloadAttachments(mirror, { view, nowMs: now() }), view.document.key);
  return { download, isBusy };
}
