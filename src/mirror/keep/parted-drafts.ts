// Separates a reply from a document that it was not written for: another document has taken the id
// of the first one (I11, S206).

import type { DocumentRow } from '#contract/documents.ts';
import type { DraftRow } from '../store/draft-row.ts';
import type { Mirror } from '../store/schema.ts';
import { isAnother, keyOfReplaced } from '../store/server-key.ts';
import { durably } from '../store/storage.ts';
import { moveDraft } from './drafts.ts';
import { replyDraftOf } from './written-drafts.ts';

type DraftMark = Pick<DraftRow, 'mark'>;

/** Whether the mark of a draft belongs to another document than this one. */
export function isForAnother({ mark }: DraftMark, row: Pick<DocumentRow, 'mark' | 'command_id'>): boolean {
  return mark !== undefined && isAnother(mark, row);
}

/** Whether the marks of two replies belong to different documents. */
export function areOfTwo(one: DraftMark, other: DraftMark | undefined): boolean {
  return one.mark !== undefined && other?.mark !== undefined && one.mark !== other.mark;
}

/**
 * The id under which the list of drafts shows a reply whose document is not here; null for a reply
 * without a mark.
 */
export function partedDraftOf({ mark }: DraftMark): string | null {
  return mark === undefined ? null : replyDraftOf(keyOfReplaced(mark));
}

type DraftPosition = { readonly key: string; readonly row: Pick<DocumentRow, 'mark' | 'command_id'> };

/**
 * Moves the reply under the key of a document to the list of drafts if it was written for another
 * document. Inside the caller's transaction over drafts and files.
 */
export async function partDraftFrom(mirror: Mirror, { key, row }: DraftPosition): Promise<void> {
  const draft = await mirror.drafts.get(replyDraftOf(key));
  const parted = draft === undefined || !isForAnother(draft, row) ? null : partedDraftOf(draft);
  if (parted !== null) await moveDraft(mirror, { from: replyDraftOf(key), to: parted });
}

/** Like `partDraftFrom`, for the document that this device shows, before a form loads its reply. */
export async function partDraft(mirror: Mirror, key: string): Promise<void> {
  const [draft, row] = await Promise.all([mirror.drafts.get(replyDraftOf(key)), mirror.documents.get(key)]);
  if (draft === undefined || row === undefined || !isForAnother(draft, row)) return;
  await durably(mirror, { tables: ['drafts', 'files'], work: () => partDraftFrom(mirror, { key, row }) });
}
