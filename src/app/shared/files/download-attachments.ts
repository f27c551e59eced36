// Baixar anexos (rule D5): one file as it is, several as `PMVI042_anexos.zip` with `documento/` and `respostas/`.

import type { DocumentView, ViewFile } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { fileBytes } from './file-bytes.ts';
import { saveFile } from '../../device/save-file.ts';
import { distinctNames } from './zip-names.ts';

type ZipPart = { readonly folder: string; readonly files: readonly ViewFile[] };

/** The attachments of a document by where they came from; the first message is the document itself. */
export function attachmentParts(view: DocumentView): ZipPart[] {
  const messages = view.thread.flatMap((entry) => (entry.kind === 'message' ? [entry.files] : []));
  const [own = [], ...replies] = messages;
  return [
    { folder: 'documento', files: own },
    { folder: 'respostas', files: replies.flat() },
  ];
}

/**
 * Fetches what is not on the device and hands all of it over. Throws FileUnavailable when one can't be had: half a ZIP
 * would look like a whole one.
 */
export async function downloadAttachments(
  mirror: Mirror,
  at: { parts: readonly ZipPart[]; name: string; nowMs: number },
): Promise<void> {
  const { nowMs } = at;
  const all = at.parts.flatMap((part) => part.files);
  const [only, ...others] = all;
  if (only === undefined) return;
  if (others.length === 0) {
    await saveFile(await fileBytes(mirror, { file: only, nowMs }), only.name);
    return;
  }
  const entries: { name: string; input: Blob }[] = [];
  for (const { folder, files } of at.parts) {
    const names = distinctNames(files.map((file) => file.name));
    for (const [index, file] of files.entries()) {
      entries.push({ name: `${folder}/${names[index] ?? file.name}`, input: await fileBytes(mirror, { file, nowMs }) });
    }
  }
  const { downloadZip } = await import('client-zip');
  await saveFile(await downloadZip(entries).blob(), `${at.name}_anexos.zip`);
}
