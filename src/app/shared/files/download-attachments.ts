// Baixar anexos (rule D5): one file as it is, several as `PMVI042_anexos.zip` with `documento/` and
// `respostas/`.

import { noteAccess } from '#mirror/keep/note-access.ts';
import type { DocumentView, ViewFile } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { fileBytes } from './file-bytes.ts';
import { saveFile } from '../../device/save-file.ts';
import { distinctNames, saveZip, type ZipEntry } from './zip.ts';

type ZipPart = { readonly folder: string; readonly files: readonly ViewFile[] };

/** The folder name of a document's files: `PMVI042`, or its local code while it has no number. */
export function folderOf({ ticket, localCode, key }: DocumentView['document']): string {
  return ticket ?? localCode ?? key;
}

/**
 * The attachments of a document by folder. The first message of the thread is the document itself.
 */
export function attachmentParts(view: DocumentView): ZipPart[] {
  const messages = view.thread.flatMap((entry) => (entry.kind === 'message' ? [entry.files] : []));
  const [own = [], ...replies] = messages;
  return [
    { folder: 'documento', files: own },
    { folder: 'respostas', files: replies.flat() },
  ];
}

/**
 * Fetches the files that are not on the device and hands all of them over. Resolves to whether the
 * person took them. Throws FileUnavailable when a file can't be had, because a ZIP that lacks a
 * file would look complete.
 */
export async function downloadAttachments(
  mirror: Mirror,
  { view, nowMs }: { view: DocumentView; nowMs: number },
): Promise<boolean> {
  const parts = attachmentParts(view);
  const [only, ...others] = parts.flatMap((part) => part.files);
  if (only === undefined) return false;
  if (others.length === 0) return saveFile(await fileBytes(mirror, { file: only, nowMs }), only.name);
  const entries: ZipEntry[] = [];
  for (const { folder, files } of parts) {
    const names = distinctNames(files.map((file) => file.name));
    for (const [index, file] of files.entries()) {
      entries.push({ name: `${folder}/${names[index] ?? file.name}`, input: await fileBytes(mirror, { file, nowMs }) });
    }
  }
  const isTaken = await saveZip(entries, `${folderOf(view.document)}_anexos.zip`);
  if (isTaken && view.document.serverId !== null)
    await noteAccess(mirror, {
      kind: 'zip',
      document_id: view.document.serverId,
      amount: entries.length,
      performed_at: new Date(nowMs).toISOString(),
    });
  return isTaken;
}
