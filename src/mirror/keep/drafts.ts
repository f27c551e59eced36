// Forms being written save themselves on the device, per person (rule C16).

import type { RowCollection } from '#contract/row-writes.ts';
import { hasText } from '#domain/rich-text.ts';
import { Dexie } from 'dexie';
import { dropFilesOf, moveFiles } from './files.ts';
import { draftOwnerOf, type DraftRow, type MirrorDocument, pagesOf, photosOf, picturesOf } from '../store/rows.ts';
import { commitNow } from '../store/page-sleep.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';

const REPLY = 'reply:';
/** The ids of drafts of forms of reference data begin with this. */
export const MANAGE_DRAFTS = 'manage:';
const CORRECTS = 'editar:';

/** What a form of reference data is about: a new row, a row, or a command that waits and is corrected. */
export type ManageDraftOf = 'new' | { readonly row: string } | { readonly corrects: string };

/**
 * Id of the draft of a form of reference data: `manage:<collection>:new`, `manage:<collection>:<key of the row>` or
 * `manage:<collection>:editar:<id of the command>`.
 */
export function manageDraftOf(collection: RowCollection, about: ManageDraftOf): string {
  const rest = about === 'new' ? about : 'row' in about ? about.row : `${CORRECTS}${about.corrects}`;
  return `${MANAGE_DRAFTS}${collection}:${rest}`;
}

/** What a draft of reference data is about; null for any other draft. */
export function managedBy({
  id,
}: Pick<DraftRow, 'id'>): { readonly collection: RowCollection; readonly about: ManageDraftOf } | null {
  if (!id.startsWith(MANAGE_DRAFTS)) return null;
  const [collection = '', ...parts] = id.slice(MANAGE_DRAFTS.length).split(':');
  const rest = parts.join(':');
  return { collection: collection as RowCollection, about: aboutOf(rest) };
}

function aboutOf(rest: string): ManageDraftOf {
  if (rest === 'new') return rest;
  return rest.startsWith(CORRECTS) ? { corrects: rest.slice(CORRECTS.length) } : { row: rest };
}

/** Id of the draft of a reply on a document. */
export function replyDraftOf(documentKey: string): string {
  return `${REPLY}${documentKey}`;
}

/** Key of the document that a draft answers; null when it answers none. */
export function repliesTo({ id }: Pick<DraftRow, 'id'>): string | null {
  return id.startsWith(REPLY) ? id.slice(REPLY.length) : null;
}

/** Drafts that a person can continue and that hold something: leaving must not erase them without asking. */
export async function writtenDrafts(mirror: Mirror): Promise<DraftRow[]> {
  const drafts = await mirror.drafts.toArray();
  const documents = await mirror.documents.bulkGet(drafts.map((draft) => repliesTo(draft) ?? ''));
  return drafts.filter((draft, index) => isWritten(draft, documents[index]));
}

/**
 * Whether a person wrote, chose or attached something in a form. `answered`: the document of a reply, whose own date
 * the form begins with. The values that a form begins with do not count, and a transfer can't be continued later.
 */
export function isWritten(draft: DraftRow, answered: Pick<MirrorDocument, 'limit_date'> | undefined): boolean {
  // Such a form keeps only what its person changed.
  if (managedBy(draft) !== null) return draft.fileIds.length + Object.keys(draft.fields).length > 0;
  const isReply = repliesTo(draft) !== null;
  if (!isReply && !draft.id.startsWith('create')) return false;
  if (draft.fileIds.length + picturesOf(draft).length > 0) return true;
  const { limitDate, ...others } = draft.fields;
  if (CHOICES.some((name) => isFilled(others[name]))) return true;
  if (!isReply) return isFilled(limitDate);
  return answered !== undefined && limitDate !== undefined && limitDate !== answered.limit_date;
}

const CHOICES = [
  'content',
  'title',
  'physicalNumber',
  'exceptionReason',
  'subjectId',
  'organizationId',
  'responsibleId',
  'tags',
] as const;

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return hasText(value);
  return Array.isArray(value) ? value.length > 0 : typeof value === 'number';
}

/** One draft. `id`: `create`, or `reply:<document key>`. */
export async function loadDraft(mirror: Mirror, id: string): Promise<DraftRow | undefined> {
  return mirror.drafts.get(id);
}

/**
 * Resolves once the draft is durable. Its only request is committed at once, so that a page which is being left can
 * still save.
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

/** "Começar do zero": the draft and its files go. */
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
 * Moves a draft, words and files, to another id, because its document has another key now. What is being written there
 * already stays in front. Inside the caller's transaction over drafts and files.
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

type Continued = { readonly from: string; readonly to: string };

/** What was typed in a form of reference data goes on in the form of the row. */
export async function continueOnRow(mirror: Mirror, at: Continued): Promise<void> {
  await durably(mirror, { tables: ['drafts', 'files'], work: () => carryToRow(mirror, at) });
}

/**
 * The same inside the caller's transaction over drafts and files. What is newer stands over what was kept there. Files of a
 * command that was corrected are not taken along, because the server has them.
 */
export async function carryToRow(mirror: Mirror, { from, to }: Continued): Promise<void> {
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

/** One draft, with the words and files of another behind its own. */
export function joinedDraft(before: DraftRow, added: DraftRow): DraftRow {
  const content = `${contentOf(before)}${contentOf(added)}`;
  const pages = [...pagesOf(before), ...pagesOf(added)];
  const photos = [...photosOf(before), ...photosOf(added)];
  const retakes = { ...before.retakes, ...added.retakes };
  const { savedAtMs } = added;
  return {
    ...before,
    fields: { ...before.fields, content },
    fileIds: [...before.fileIds, ...added.fileIds],
    ...(pages.length === 0 ? {} : { pages }),
    ...(photos.length === 0 ? {} : { photos }),
    ...(Object.keys(retakes).length === 0 ? {} : { retakes }),
    savedAtMs,
  };
}

/** HTML of the editor; blocks follow one another. */
function contentOf({ fields }: DraftRow): string {
  const { content } = fields;
  return typeof content === 'string' ? content : '';
}
