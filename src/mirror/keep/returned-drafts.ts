// Drafts that come back from sealed work (S94) and may meet another one in their form.

import { type DraftRow, picturesOf } from '../store/draft-row.ts';
import { draftOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { isBlank, joinedDraft } from './drafts.ts';
import { moveFiles } from './files.ts';
import { areOfTwo, isForAnother, partedDraftOf } from './parted-drafts.ts';
import { managedBy, manageDraftOf, repliesTo } from './written-drafts.ts';

/**
 * Puts a draft back. Where another one is, they become one; when they say different things, the
 * newer has the form and the older stands beside it in the list of drafts. A reply to another
 * document than the one under its key now stands alone (S206). Inside the caller's transaction over
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
  if (besides === null || !differ(older, newer)) return void (await mirror.drafts.put(joinedDraft(newer, older)));
  const owner = draftOwnerOf(draft.id);
  const named = new Set([...older.fileIds, ...picturesOf(older)]);
  // A correction names files that its command owns.
  const owned = await mirror.files.where('owner').equals(owner).primaryKeys();
  await moveFiles(mirror, { ids: owned.filter((id) => named.has(id)), owner: draftOwnerOf(besides) });
  await mirror.drafts.bulkPut([newer, { ...older, id: besides }]);
}

/**
 * The id under which a reply is listed separately, because it was written for another document, or
 * another document's reply has its key; null otherwise.
 */
async function partedFrom(mirror: Mirror, draft: DraftRow): Promise<string | null> {
  const key = repliesTo(draft);
  if (key === null) return null;
  const [row, there] = await Promise.all([mirror.documents.get(key), mirror.drafts.get(draft.id)]);
  const isParted = row === undefined ? areOfTwo(draft, there) : isForAnother(draft, row);
  return isParted ? partedDraftOf(draft) : null;
}

/**
 * A new id under which the list of drafts shows such a draft: a new document can be continued from
 * there, a form of reference data only copied. Null for a reply, of which a document has one: its
 * words are joined.
 */
function besideOf(draft: DraftRow): string | null {
  const managed = managedBy(draft);
  if (managed !== null) return manageDraftOf(managed.collection, { corrects: crypto.randomUUID() });
  return repliesTo(draft) === null ? `create:${crypto.randomUUID()}` : null;
}

/**
 * Whether both have something in a field, and not the same. The words of a document don't count,
 * because they follow one another.
 */
function differ(one: DraftRow, other: DraftRow): boolean {
  return Object.entries(one.fields).some(([name, value]) => {
    if (name === 'content' && managedBy(one) === null) return false;
    const there = other.fields[name];
    return !isBlank(value) && !isBlank(there) && JSON.stringify(value) !== JSON.stringify(there);
  });
}
