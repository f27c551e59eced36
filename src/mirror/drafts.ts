// Forms being written save themselves on the device, per person (decisions C16).

import { dropFiles } from './files.ts';
import type { DraftRow } from './rows.ts';
import type { Mirror } from './schema.ts';
import { durably } from './storage.ts';

/** `create`, or `reply:<document key>`. */
export async function loadDraft(mirror: Mirror, id: string): Promise<DraftRow | undefined> {
  return mirror.drafts.get(id);
}

/** Resolves once the draft is durable. */
export async function saveDraft(mirror: Mirror, draft: DraftRow): Promise<void> {
  await durably(mirror, { tables: ['drafts'], work: async () => void (await mirror.drafts.put(draft)) });
}

/** "Começar do zero": the draft and its files go. */
export async function discardDraft(mirror: Mirror, id: string): Promise<void> {
  await durably(mirror, {
    tables: ['drafts', 'files', 'chunks'],
    work: async () => {
      const ids = await mirror.files.where('owner').equals(draftOwnerOf(id)).primaryKeys();
      await dropFiles(mirror, ids);
      await mirror.drafts.delete(id);
    },
  });
}

/** Owner of the files of a draft. */
export function draftOwnerOf(draftId: string): string {
  return `draft:${draftId}`;
}
