import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { serverOffers } from '#mirror/store/position.ts';
import { type DocumentView, viewDocument } from '#mirror/questions/view-document.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { fetchDetails } from '../../online/fetch-details.ts';
import { useProfile } from '../../profile/profile.tsx';
import { connectionNow } from '../../shared/connection/use-connection.ts';
import { hrefOfDocument } from '../../shared/document/document-marks.ts';
import { downloadAttachments } from '../../shared/files/download-attachments.ts';
import { useDownload } from '../../shared/files/use-download.ts';
import { FILE_TEXT } from '../../text/document/files.ts';
import { leftOutText, LIST } from '../../text/lists/list.ts';
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

  /** The document with its files; null while its details are not on this device. */
  async function viewOf({ key }: ListedDocument): Promise<DocumentView | null> {
    const view = await viewDocument(mirror, { address: key, person, today, zone });
    return view !== null && (view.details !== null || view.files.length > 0) ? view : null;
  }

  /**
   * The documents with their files, in the same order. Details that are not on this device are
   * fetched first.
   */
  async function viewsOf(documents: readonly ListedDocument[]): Promise<(DocumentView | null)[]> {
    const views = await Promise.all(documents.map(viewOf));
    const ids = documents.flatMap(({ serverId }, index) =>
      views[index] === null && serverId !== null ? [serverId] : [],
    );
    if (ids.length === 0 || (await connectionNow(mirror)).isOffline) return views;
    await fetchDetails(mirror, { ids, userId: person.userId });
    return Promise.all(documents.map(async (document, index) => views[index] ?? viewOf(document)));
  }

  const one = (document: ListedDocument) =>
    run(async () => {
      const [view = null] = await viewsOf([document]);
      if (view !== null) return downloadAttachments(mirror, { view, nowMs: now() });
      const open = () => void navigate({ href: hrefOfDocument(document) });
      notify({ title: LIST.notHere, about: document.key, action: { label: 'Abrir o documento', onAction: open } });
      return false;
    }, document.key);

  const many = (documents: readonly ListedDocument[]): Promise<boolean> => {
    const about = documents.map((document) => document.key);
    return run(async () => {
      const { fileCounts: isCounted } = await serverOffers(mirror);
      const withFiles = documents.filter((document) => document.files_count > 0 || !isCounted);
      if (withFiles.length === 0) {
        notify({ title: FILE_TEXT.noAttachments, about });
        return false;
      }
      const views = await viewsOf(withFiles);
      const missing = withFiles.filter((_document, index) => views[index] === null);
      const found = views.filter((view) => view !== null);
      const { isTaken, leftOut } = await downloadSelected(mirror, { views: found, missing, nowMs: now() });
      if (leftOut > 0) {
        const again = () => void many(documents);
        const action = { label: FILE_TEXT.retry, onAction: again };
        notify({ title: leftOutText(leftOut), tone: 'danger', about, action });
      }
      return isTaken;
    }, about);
  };

  return { isBusy, one, many };
}
