import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { type DocumentView, viewDocument } from '#mirror/questions/view-document.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { hrefOfDocument } from '../../shared/document/document-href.ts';
import { attachmentParts, downloadAttachments } from '../../shared/files/download-attachments.ts';
import { FileUnavailable } from '../../shared/files/file-bytes.ts';
import { FILE_TEXT } from '../../text/files.ts';
import { LIST } from '../../text/list.ts';
import { downloadSelected } from './download-selected.ts';

/** Baixar anexo, of one document or of many (rule D5); what goes wrong is said. */
export function useDownload(): {
  isBusy: boolean;
  one: (document: ListedDocument) => Promise<void>;
  many: (documents: readonly ListedDocument[]) => Promise<void>;
} {
  const { mirror, person, today, zone, now } = useProfile();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);

  async function guarded(work: () => Promise<void>) {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      const offline = error instanceof FileUnavailable && error.isOffline;
      notify({ title: offline ? FILE_TEXT.offline : FILE_TEXT.failed, tone: 'danger' });
    } finally {
      setIsBusy(false);
    }
  }

  /** The document with its files; null, and said, when its details are not on this device yet. */
  async function viewOf(document: ListedDocument): Promise<DocumentView | null> {
    const view = await viewDocument(mirror, { address: document.key, person, today, zone });
    if (view !== null && (view.details !== null || view.files.length > 0)) return view;
    const open = () => void navigate({ href: hrefOfDocument(document) });
    notify({ title: LIST.notHere, action: { label: 'Abrir o documento', onAction: open } });
    return null;
  }

  return {
    isBusy,
    one: (document) =>
      guarded(async () => {
        const view = await viewOf(document);
        if (view === null) return;
        const name = document.ticket ?? document.localCode ?? document.key;
        await downloadAttachments(mirror, { parts: attachmentParts(view), name, nowMs: now() });
      }),
    many: (documents) =>
      guarded(async () => {
        const views: DocumentView[] = [];
        for (const document of documents) {
          if (document.files_count === 0) continue;
          const view = await viewOf(document);
          if (view === null) return;
          views.push(view);
        }
        if (views.length === 0) notify({ title: FILE_TEXT.noAttachments });
        else await downloadSelected(mirror, { views, nowMs: now() });
      }),
  };
}
