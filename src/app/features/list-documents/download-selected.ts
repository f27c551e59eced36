// Baixar anexos of several documents (rule D5): one ZIP with a folder per document, and `indice.csv` beside the folders.

import type { DocumentView } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { fileBytes } from '../../shared/files/file-bytes.ts';
import { attachmentParts, folderOf } from '../../shared/files/download-attachments.ts';
import { saveFile } from '../../device/save-file.ts';
import { distinctNames } from '../../shared/files/zip-names.ts';
import { indexCsv, type IndexLine } from './index-csv.ts';

/**
 * Fetches the files that are not on the device and hands the ZIP over. Resolves to whether the person took it. Throws
 * FileUnavailable when a file can't be had.
 */
export async function downloadSelected(
  mirror: Mirror,
  { views, nowMs }: { views: readonly DocumentView[]; nowMs: number },
): Promise<boolean> {
  const entries: { name: string; input: Blob | string }[] = [];
  const lines: IndexLine[] = [];
  for (const view of views) {
    const { document } = view;
    const folder = folderOf(document);
    const files = attachmentParts(view).flatMap((part) => part.files);
    const names = distinctNames(files.map((file) => file.name));
    for (const [index, file] of files.entries()) {
      const name = names[index] ?? file.name;
      entries.push({ name: `${folder}/${name}`, input: await fileBytes(mirror, { file, nowMs }) });
      lines.push({ folder, title: document.title, number: document.physical_document_number, file: name });
    }
  }
  entries.push({ name: 'indice.csv', input: indexCsv(lines) });
  const { downloadZip } = await import('client-zip');
  return saveFile(await downloadZip(entries).blob(), 'anexos.zip');
}
