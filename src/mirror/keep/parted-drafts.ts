// A reply that was written for one document is no reply to another one that has its id now (I11,
// S206).

import type { DocumentRow } from '#contract/documents.ts';
import type { DraftRow } from '../store/draft-row.ts';
import type { Mirror } from '../store/schema.ts';
import { isAnother, keyOfReplaced } from '../store/server-key.ts';
import { durably } from '../store/storage.ts';
import { moveDraft } from './drafts.ts';
import { replyDraftOf } from './written-drafts.ts';

type Marked = Pick<DraftRow, 'mark'>;

/** Whether a draft says that it was written for another document than this one. */
export function isForAnother({ mark }: Marked, row: Pick<DocumentRow, 'mark' | 'command_id'>): boolean {
  return mark !== undefined && isAnother(mark, row);
}

/** Whether two replies say that they were written for two documents. */
export function areOfTwo(one: Marked, other: Marked | undefined): boolean {
  return one.mark !== undefined && other?.mark !== undefined && one.mark !== other.mark;
}

/**
 * Id under which a reply stands alone, in the list of drafts, because its document is not here;
 * null where it has no mark.
 */
export function partedDraftOf({ mark }: Marked): string | null {
  return mark === undefined ? null : replyDraftOf(keyOfReplaced(mark));
}

type DraftPosition = { readonly key: string; readonly row: Pick<DocumentRow, 'mark' | 'command_id'> };

/**
 * The reply under the key of a document stands alone, if it was written for another one. Inside the
 * caller's transaction over drafts and files.
 */
export async function partDraftFrom(mirror: Mirror, { key, row }: DraftPosition): Promise<void> {
  const draft = await mirror.drafts.get(replyDraftOf(key));
  const parted = draft === undefined || !isForAnother(draft, row) ? null : partedDraftOf(draft);
  if (parted !== null) await moveDraft(mirror, { from: replyDraftOf(key), to: parted });
}

/** The same with the document that this device shows, before a form loads its reply. */
export async function partDraft(mirror: Mirror, key: string): Promise<void> {
  const [draft, row] = await Promise.all([mirror.drafts.get(replyDraftOf(key)), mirror.documents.get(key)]);
  if (draft === undefined || row === undefined || !isForAnother(draft, row)) return;
  await durably(mirror, { tables: ['drafts', 'files'], work: () => partDraftFrom(mirror, { key, row }) });
}
