// Baixar anexos of several documents (rule D5): one ZIP with a folder per document, and
// `indice.csv` beside the folders.

import { noteAccess } from '#mirror/keep/note-access.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { fileBytes, FileUnavailable } from '../../shared/files/file-bytes.ts';
import { connectionNow } from '../../shared/connection/use-connection.ts';
import { attachmentParts, folderOf } from '../../shared/files/download-attachments.ts';
import { distinctNames, saveZip, type ZipEntry } from '../../shared/files/zip.ts';
import { indexCsv, type IndexLine } from './index-csv.ts';

export type DownloadResult = {
  /** Whether the person took the ZIP. */
  readonly isTaken: boolean;
  /** Number of documents of which the details or a file are missing in the ZIP. */
  readonly leftOut: number;
};

/**
 * Fetches the files that are not on the device and hands the ZIP over. The index names each file
 * that could not be fetched, so that the ZIP does not look complete. `missing`: documents whose
 * details could not be fetched. Throws FileUnavailable when no file could be fetched.
 */
export async function downloadSelected(
  mirror: Mirror,
  at: { views: readonly DocumentView[]; missing: readonly ListedDocument[]; nowMs: number },
): Promise<DownloadResult> {
  const { views, missing, nowMs } = at;
  const entries: ZipEntry[] = [];
  const lines: IndexLine[] = [];
  const leftOut = new Set(missing.map((document) => document.key));
  for (const view of views) {
    const { document } = view;
    const folder = folderOf(document);
    const files = attachmentParts(view).flatMap((part) => part.files);
    const names = distinctNames(files.map((file) => file.name));
    for (const [index, file] of files.entries()) {
      const name = names[index] ?? file.name;
      const input = await fileBytes(mirror, { file, nowMs }).catch(ifUnavailable);
      if (input === null) leftOut.add(document.key);
      else entries.push({ name: `${folder}/${name}`, input });
      lines.push({ ...lineOf(document), file: name, isIn: input !== null });
    }
  }
  for (const document of missing) lines.push({ ...lineOf(document), file: '', isIn: false });
  if (entries.length === 0) throw new FileUnavailable((await connectionNow(mirror)).isOffline);
  entries.push({ name: 'indice.csv', input: indexCsv(lines) });
  const isTaken = await saveZip(entries, 'anexos.zip');
  for (const { document } of isTaken ? views : [])
    if (document.serverId !== null && !leftOut.has(document.key))
      await noteAccess(mirror, {
        kind: 'zip',
        document_id: document.serverId,
        performed_at: new Date(nowMs).toISOString(),
      });
  return { isTaken, leftOut: leftOut.size };
}

function lineOf(document: ListedDocument): Pick<IndexLine, 'folder' | 'title' | 'number'> {
  return { folder: folderOf(document), title: document.title, number: document.physical_document_number };
}

function ifUnavailable(error: unknown): null {
  if (error instanceof FileUnavailable) return null;
  throw error;
}
