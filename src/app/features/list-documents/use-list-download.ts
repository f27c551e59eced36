import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { type DocumentView, viewDocument } from '#mirror/questions/view-document.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useProfile } from '../../profile/profile.tsx';
import { hrefOfDocument } from '../../shared/document/document-href.ts';
import { downloadAttachments } from '../../shared/files/download-attachments.ts';
import { useDownload } from '../../shared/files/use-download.ts';
import { FILE_TEXT } from '../../text/files.ts';
import { LIST } from '../../text/list.ts';
import { downloadSelected } from './download-selected.ts';

/** Baixar anexo of one row or of many (rule D5). Both resolve to whether files were handed over. */
export function useListDownload(): {
  isBusy: boolean;
  one: (document: ListedDocument) => Promise<boolean>;
  many: (documents: readonly ListedDocument[]) => Promise<boolean>;
} {
  const { mirror, person, today, zone, now } = useProfile();
  const navigate = useNavigate();
  const { run, isBusy } = useDownload();

  /** The document with its files. Null when its details are not on this device yet; the person is then told. */
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
      run(async () => {
        const view = await viewOf(document);
        return view !== null && downloadAttachments(mirror, { view, nowMs: now() });
      }),
    many: (documents) =>
      run(async () => {
        const views: DocumentView[] = [];
        for (const document of documents) {
          if (document.files_count === 0) continue;
          const view = await viewOf(document);
          if (view === null) return false;
          views.push(view);
        }
        if (views.length > 0) return downloadSelected(mirror, { views, nowMs: now() });
        notify({ title: FILE_TEXT.noAttachments });
        return false;
      }),
  };
}
