// Forms being written save themselves on the device, per person (decisions C16).

import { Dexie } from 'dexie';
import { dropFiles, moveFiles } from './files.ts';
import { commitNow } from './page-sleep.ts';
import type { DraftRow } from './rows.ts';
import type { Mirror } from './schema.ts';
import { durably } from './storage.ts';

/** `create`, or `reply:<document key>`. */
export async function loadDraft(mirror: Mirror, id: string): Promise<DraftRow | undefined> {
  return mirror.drafts.get(id);
}

/** Resolves once the draft is durable. Its only request made, it needs this page no more: a page that is left may save. */
export async function saveDraft(mirror: Mirror, draft: DraftRow): Promise<void> {
  await durably(mirror, {
    tables: ['drafts'],
    async work() {
      const put = mirror.drafts.put(draft);
      commitNow(Dexie.currentTransaction.idbtrans);
      await put;
    },
  });
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

/**
 * The form is another's now, words and files: its document goes by another key. What is being written there already stays
 * in front. Inside the caller's transaction over drafts and files.
 */
export async function moveDraft(mirror: Mirror, { from, to }: { from: string; to: string }): Promise<void> {
  const draft = await mirror.drafts.get(from);
  if (draft === undefined) return;
  const there = await mirror.drafts.get(to);
  const moved = { ...draft, id: to };
  await moveFiles(mirror, { ids: draft.fileIds, owner: draftOwnerOf(to) });
  await mirror.drafts.delete(from);
  await mirror.drafts.put(there === undefined ? moved : joinedDraft(there, moved));
}

/** One draft with the words and files of another behind its own. */
export function joinedDraft(before: DraftRow, added: DraftRow): DraftRow {
  const content = `${contentOf(before)}${contentOf(added)}`;
  const { savedAtMs } = added;
  return {
    ...before,
    fields: { ...before.fields, content },
    fileIds: [...before.fileIds, ...added.fileIds],
    savedAtMs,
  };
}

/** HTML of the editor; blocks follow one another. */
function contentOf({ fields }: DraftRow): string {
  const { content } = fields;
  return typeof content === 'string' ? content : '';
}

/** Owner of the files of a draft. */
export function draftOwnerOf(draftId: string): string {
  return `draft:${draftId}`;
}
