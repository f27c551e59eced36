// Forms being written save themselves on the device, per person (rule C16).

import { hasText } from '#domain/plain-text.ts';
import { Dexie } from 'dexie';
import { dropFilesOf, moveFiles } from './files.ts';
import { isWritten } from './written-drafts.ts';
import { type DraftRow, joinedOf, pagesOf, photosOf, picturesOf } from '../store/draft-row.ts';
import { draftOwnerOf } from '../store/rows.ts';
import { commitNow } from '../store/page-sleep.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';

/** One draft. `id`: `create`, or `reply:<document key>`. */
export async function loadDraft(mirror: Mirror, id: string): Promise<DraftRow | undefined> {
  return mirror.drafts.get(id);
}

/**
 * Resolves once the draft is durable. Its only request is committed at once, so that a page which
 * is being left can still save.
 */
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

/** Keeps a draft as part of something larger: inside the caller's transaction over drafts. */
export async function putDraft(mirror: Mirror, draft: DraftRow): Promise<void> {
  await mirror.drafts.put(draft);
}

/** "Começar do zero": deletes the draft and its files. */
export async function discardDraft(mirror: Mirror, id: string): Promise<void> {
  await durably(mirror, {
    tables: ['drafts', 'files', 'chunks'],
    work: async () => {
      await dropFilesOf(mirror, draftOwnerOf(id));
      await mirror.drafts.delete(id);
    },
  });
}

/**
 * Moves a draft, words and files, to another id, because its document has another key now. What is
 * being written there already stays in front. Inside the caller's transaction over drafts and
 * files.
 */
export async function moveDraft(mirror: Mirror, { from, to }: { from: string; to: string }): Promise<void> {
  const draft = await mirror.drafts.get(from);
  if (draft === undefined) return;
  const there = await mirror.drafts.get(to);
  const moved = { ...draft, id: to };
  const ids = [...draft.fileIds, ...picturesOf(draft)];
  await moveFiles(mirror, { ids, owner: draftOwnerOf(to) });
  await mirror.drafts.delete(from);
  await mirror.drafts.put(there === undefined ? moved : joinedDraft(there, moved));
}

type Continuation = { readonly from: string; readonly to: string };

/** Moves the content of a form of reference data to the form of the row. */
export async function continueOnRow(mirror: Mirror, at: Continuation): Promise<void> {
  await durably(mirror, { tables: ['drafts', 'files'], work: () => carryToRow(mirror, at) });
}

/**
 * The same inside the caller's transaction over drafts and files. What is newer stands over what
 * was kept there. Files of a command that was corrected are not taken along, because the server has
 * them.
 */
export async function carryToRow(mirror: Mirror, { from, to }: Continuation): Promise<void> {
  const draft = await mirror.drafts.get(from);
  if (draft === undefined || from === to) return;
  const there = await mirror.drafts.get(to);
  const own = new Set(await mirror.files.where('owner').equals(draftOwnerOf(from)).primaryKeys());
  const ids = draft.fileIds.filter((id) => own.has(id));
  await moveFiles(mirror, { ids, owner: draftOwnerOf(to) });
  await mirror.drafts.delete(from);
  const fields = { ...there?.fields, ...draft.fields };
  const fileIds = [...(there?.fileIds ?? []), ...ids];
  const moved = { id: to, fields, fileIds, savedAtMs: draft.savedAtMs };
  if (isWritten(moved, undefined)) await mirror.drafts.put(moved);
}

/**
 * One draft, with the words and files of another behind its own. What it leaves empty is filled
 * with what the other has. Where both have something else than words, its own stays.
 */
export function joinedDraft(before: DraftRow, added: DraftRow): DraftRow {
  const content = `${contentOf(before)}${contentOf(added)}`;
  const pages = [...pagesOf(before), ...pagesOf(added)];
  const photos = [...photosOf(before), ...photosOf(added)];
  const retakes = { ...before.retakes, ...added.retakes };
  const joined = [...joinedOf(before), ...joinedOf(added)];
  const own = Object.entries(before.fields).filter(([name, value]) => !isBlank(value) || !(name in added.fields));
  return {
    ...before,
    fields: { ...added.fields, ...Object.fromEntries(own), ...(content === '' ? {} : { content }) },
    fileIds: [...before.fileIds, ...added.fileIds],
    ...(pages.length === 0 ? {} : { pages }),
    ...(photos.length === 0 ? {} : { photos }),
    ...(Object.keys(retakes).length === 0 ? {} : { retakes }),
    ...(joined.length === 0 ? {} : { joined }),
    savedAtMs: Math.max(before.savedAtMs, added.savedAtMs),
  };
}

/** Whether a field with this value is empty. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return !hasText(value);
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** HTML of the editor; blocks follow one another. */
function contentOf({ fields }: DraftRow): string {
  const { content } = fields;
  return typeof content === 'string' ? content : '';
}
