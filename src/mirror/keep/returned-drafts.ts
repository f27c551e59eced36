// Restores drafts from sealed work (S94), where their form may hold another draft by now.

import type { DocumentRow } from '#contract/documents.ts';
import { type DraftRow, picturesOf } from '../store/draft-row.ts';
import { draftOwnerOf, isAnother, keyOfReplaced } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';
import { isBlank, joinedDraft, moveDraft } from './drafts.ts';
import { moveFiles } from './files.ts';
import { managedBy, manageDraftOf, repliesTo, replyDraftOf } from './written-drafts.ts';

/**
 * Restores a draft. Where its form holds another draft, the two are joined. If their fields differ,
 * the newer draft stays in the form and the older one is added to the list of drafts. A reply is
 * added there too if another document has its key now (S206). Inside the caller's transaction over
 * documents, drafts and files.
 */
export async function returnDraft(mirror: Mirror, draft: DraftRow): Promise<void> {
  const parted = await partedFrom(mirror, draft);
  if (parted !== null) {
    await moveFiles(mirror, { ids: [...draft.fileIds, ...picturesOf(draft)], owner: draftOwnerOf(parted) });
    return returnDraft(mirror, { ...draft, id: parted });
  }
  const there = await mirror.drafts.get(draft.id);
  if (there === undefined) return void (await mirror.drafts.put(draft));
  const [older, newer] = draft.savedAtMs > there.savedAtMs ? [there, draft] : [draft, there];
  const besides = besideOf(draft);
  if (besides === null || !differ(older, newer)) {
    const answered = await mirror.documents.get(repliesTo(draft) ?? '');
    const opened = answered === undefined ? {} : { limitDate: answered.limit_date };
    return void (await mirror.drafts.put(joinedDraft(newer, older, opened)));
  }
  const owner = draftOwnerOf(draft.id);
  const named = new Set([...older.fileIds, ...picturesOf(older)]);
  // The draft of a correction also names files that belong to the corrected command; those are not
  // moved.
  const owned = await mirror.files.where('owner').equals(owner).primaryKeys();
  await moveFiles(mirror, { ids: owned.filter((id) => named.has(id)), owner: draftOwnerOf(besides) });
  await mirror.drafts.bulkPut([newer, { ...older, id: besides }]);
}

/**
 * The id under which the list of drafts shows a restored reply, if another document, or a reply to
 * another one, has its key now; null otherwise.
 */
async function partedFrom(mirror: Mirror, draft: DraftRow): Promise<string | null> {
  const key = repliesTo(draft);
  if (key === null) return null;
  const [row, there] = await Promise.all([mirror.documents.get(key), mirror.drafts.get(draft.id)]);
  const isParted = row === undefined ? areOfTwo(draft, there) : isForAnother(draft, row);
  return isParted ? partedDraftOf(draft) : null;
}

/**
 * A new id under which the list of drafts shows a draft whose form holds another one. A new
 * document can be continued from the list; a form of reference data can only be copied. Null for a
 * reply, because a document has one reply and the words of both are joined.
 */
function besideOf(draft: DraftRow): string | null {
  const managed = managedBy(draft);
  if (managed !== null) return manageDraftOf(managed.collection, { corrects: crypto.randomUUID() });
  return repliesTo(draft) === null ? `create:${crypto.randomUUID()}` : null;
}

/**
 * Whether a field has different values in both drafts. The words of a document don't count, because
 * they are joined.
 */
function differ(one: DraftRow, other: DraftRow): boolean {
  return Object.entries(one.fields).some(([name, value]) => {
    if (name === 'content' && managedBy(one) === null) return false;
    const there = other.fields[name];
    return !isBlank(value) && !isBlank(there) && JSON.stringify(value) !== JSON.stringify(there);
  });
}

type DraftMark = Pick<DraftRow, 'mark'>;

/**
 * Whether a draft was written for another document than this one, which has taken its id (I11,
 * S206).
 */
export function isForAnother({ mark }: DraftMark, row: Pick<DocumentRow, 'mark' | 'command_id'>): boolean {
  return mark !== undefined && isAnother(mark, row);
}

/** Whether two replies were written for different documents, by their marks. */
function areOfTwo(one: DraftMark, other: DraftMark | undefined): boolean {
  return one.mark !== undefined && other?.mark !== undefined && one.mark !== other.mark;
}

/**
 * The id under which the list of drafts shows a reply whose document is no longer on the device;
 * null for a reply without a mark.
 */
function partedDraftOf({ mark }: DraftMark): string | null {
  return mark === undefined ? null : replyDraftOf(keyOfReplaced(mark));
}

type DraftPosition = { readonly key: string; readonly row: Pick<DocumentRow, 'mark' | 'command_id'> };

/**
 * Moves the draft of a reply to the list of drafts, if it was written for another document than the
 * one that has its `key` now. Inside the caller's transaction over drafts and files.
 */
export async function partDraftFrom(mirror: Mirror, { key, row }: DraftPosition): Promise<void> {
  const draft = await mirror.drafts.get(replyDraftOf(key));
  const parted = draft === undefined || !isForAnother(draft, row) ? null : partedDraftOf(draft);
  if (parted !== null) await moveDraft(mirror, { from: replyDraftOf(key), to: parted });
}

/**
 * Like `partDraftFrom`, in a transaction of its own, for the document that this device shows under
 * the key. Runs before a form loads its reply.
 */
export async function partDraft(mirror: Mirror, key: string): Promise<void> {
  const [draft, row] = await Promise.all([mirror.drafts.get(replyDraftOf(key)), mirror.documents.get(key)]);
  if (draft === undefined || row === undefined || !isForAnother(draft, row)) return;
  await durably(mirror, { tables: ['drafts', 'files'], work: () => partDraftFrom(mirror, { key, row }) });
}
