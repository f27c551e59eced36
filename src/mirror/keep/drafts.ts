// Drafts: forms that save themselves on the device while a person fills them in, per person (rule
// C16).

import { hasText } from '#domain/plain-text.ts';
import { Dexie } from 'dexie';
import { dropFilesOf, moveFiles } from './files.ts';
import { isWritten } from './written-drafts.ts';
import { type DraftRow, joinedOf, pagesOf, photosOf, picturesOf } from '../store/draft-row.ts';
import { draftOwnerOf } from '../store/rows.ts';
import { commitNow } from '../store/page-sleep.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';

/** Reads one draft. `id`: for example `create`, or `reply:<document key>`. */
export async function loadDraft(mirror: Mirror, id: string): Promise<DraftRow | undefined> {
  return mirror.drafts.get(id);
}

/**
 * Saves a draft; resolves to it once it is durable. The transaction commits its only request at
 * once, so that a page that is being closed can still save. A function is asked for the draft again
 * when the transaction is tried again.
 */
export async function saveDraft(mirror: Mirror, draft: DraftRow | (() => DraftRow)): Promise<DraftRow> {
  return durably(mirror, {
    tables: ['drafts'],
    async work() {
      const row = typeof draft === 'function' ? draft() : draft;
      const put = mirror.drafts.put(row);
      commitNow(Dexie.currentTransaction.idbtrans);
      await put;
      return row;
    },
  });
}

/** Writes a draft inside the caller's transaction over drafts. */
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
 * Moves a draft with its files to another id, because its document has another key now. If a draft
 * has that id already, the moved words come after those of that draft. Inside the caller's
 * transaction over drafts and files.
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

/** Moves the draft `from` of a form of reference data to `to`, the draft of the form of one row. */
export async function continueOnRow(mirror: Mirror, at: Continuation): Promise<void> {
  await durably(mirror, { tables: ['drafts', 'files'], work: () => carryToRow(mirror, at) });
}

/**
 * Like `continueOnRow`, inside the caller's transaction over drafts and files. The moved values
 * replace those of the row's draft. Files of a command that was corrected do not move, because the
 * server has them.
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
 * Joins two drafts: the words and files of `added` come after those of `before`. A field that
 * `before` leaves empty, or as the form opened with it (`opened`), takes the value of `added`. If
 * both have another value than the text, that of `before` stays.
 */
export function joinedDraft(before: DraftRow, added: DraftRow, opened: DraftRow['fields'] = {}): DraftRow {
  const content = `${contentOf(before)}${contentOf(added)}`;
  const pages = [...pagesOf(before), ...pagesOf(added)];
  const photos = [...photosOf(before), ...photosOf(added)];
  const retakes = { ...before.retakes, ...added.retakes };
  const joined = [...joinedOf(before), ...joinedOf(added)];
  const own = Object.entries(before.fields).filter(([name, value]) => {
    const isUnchosen = name in opened && value === opened[name] && !isBlank(added.fields[name]);
    return !(name in added.fields) || !(isBlank(value) || isUnchosen);
  });
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

/** The text of a draft, as HTML of the editor; '' without one. */
function contentOf({ fields }: DraftRow): string {
  const { content } = fields;
  return typeof content === 'string' ? content : '';
}
