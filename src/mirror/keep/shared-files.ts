// What another application shares becomes a new draft of a document.

import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { sharedNotKeptText } from '#contract/share.ts';
import { judgeFiles } from '#domain/files.ts';
import { isPhotograph } from '#domain/photographs.ts';
import { draftOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { discardDraft, saveDraft } from './drafts.ts';
import { keepFile } from './files.ts';

/** `draftId`: a new id of a draft. `title`: null when none was shared. */
type Shared = {
  readonly draftId: string;
  readonly title: string | null;
  readonly files: readonly File[];
  readonly nowMs: number;
};

/**
 * Keeps shared files as a draft: documents as its files, photographs until the form has made pages of them. What is refused or
 * can't be kept is told in the form, by name, as errors of its files. Throws StorageTrouble, with nothing left behind, when the
 * draft itself can't be kept.
 */
export async function keepSharedFiles(mirror: Mirror, shared: Shared): Promise<void> {
  try {
    await keepAll(mirror, shared);
  } catch (error) {
    // No draft names these bytes, so no person would see or erase them.
    await discardDraft(mirror, shared.draftId).catch(() => undefined);
    throw error;
  }
}

async function keepAll(mirror: Mirror, { draftId, title, files, nowMs }: Shared): Promise<void> {
  const documents: { id: string; name: string; size: number }[] = [];
  const photos: string[] = [];
  const told: string[] = [];
  const save = () =>
    saveDraft(mirror, {
      id: draftId,
      fields: {
        ...(title === null ? {} : { title }),
        ...(told.length === 0 ? {} : { errors: { files: told.join('\n') } }),
      },
      fileIds: documents.map((file) => file.id),
      ...(photos.length === 0 ? {} : { photos }),
      savedAtMs: nowMs,
    });
  for (const file of files) {
    const isPhoto = isPhotograph(file);
    const [refusal] = isPhoto ? [] : judgeFiles([...documents, file]);
    if (refusal !== undefined) {
      told.push(`${file.name}: ${REFUSAL_TEXT[refusal.code]}`);
      continue;
    }
    const id = crypto.randomUUID();
    try {
      await keepFile(mirror, { id, owner: draftOwnerOf(draftId), file, nowMs });
    } catch {
      told.push(sharedNotKeptText(file.name));
      continue;
    }
    if (isPhoto) photos.push(id);
    else documents.push({ id, name: file.name, size: file.size });
    // A worker can end at any time: the draft names each file as soon as it is kept.
    await save();
  }
  await save();
}
