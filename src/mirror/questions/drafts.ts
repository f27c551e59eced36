import { extensionOf } from '#domain/files.ts';
import { isWritten } from '../keep/written-drafts.ts';
import { type DraftRow, type JoinedPages, joinedOf, joinedPicturesOf } from '../store/draft-row.ts';
import { draftOwnerOf, type FileRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

export type StoredDraft = { readonly row: DraftRow | null; readonly files: readonly FileRow[] };

/**
 * A form that is being written, with its files in the order in which they were picked; empty when
 * nothing is stored. The draft of a correction also names files that the refused command still
 * owns. Photographs that are to become pages are in `row.pages`, and are no attachments.
 * `row.joined` names the photographs of attachments, where all of them are still here.
 */
export async function draftWithFiles(mirror: Mirror, id: string): Promise<StoredDraft> {
  const row = (await mirror.drafts.get(id)) ?? null;
  const owned = await mirror.files.where('owner').equals(draftOwnerOf(id)).toArray();
  const kept = owned.filter((file) => extensionOf(file.name) !== null);
  const order = row?.fileIds ?? [];
  const own = new Set(kept.map((file) => file.id));
  const named = await mirror.files.bulkGet(order.filter((fileId) => !own.has(fileId)));
  const files = [...kept, ...named.filter((file) => file !== undefined)];
  const joined = await keptJoined(mirror, row);
  const known = row === null || joined.length === joinedOf(row).length ? row : { ...row, joined };
  return { row: known, files: files.toSorted((left, right) => order.indexOf(left.id) - order.indexOf(right.id)) };
}

/**
 * The attachments of a draft that can be turned into pages again: a full device drops their
 * photographs.
 */
async function keptJoined(mirror: Mirror, row: DraftRow | null): Promise<readonly JoinedPages[]> {
  const pictures = await mirror.files.bulkGet(joinedPicturesOf(row));
  const here = new Set(pictures.map((file) => file?.id));
  return joinedOf(row).filter(({ pages }) => pages.every((page) => here.has(page.fileId)));
}

/**
 * Documents that were begun, newest first: drafts whose id begins with `create`, with something
 * written in them. A form that was emptied again does not count (`isWritten`), as on the home and
 * in Pendências de envio.
 */
export async function begunDocuments(mirror: Mirror): Promise<DraftRow[]> {
  const drafts = await mirror.drafts.where('id').startsWith('create').toArray();
  return drafts
    .filter((draft) => isWritten(draft, undefined))
    .toSorted((left, right) => right.savedAtMs - left.savedAtMs);
}
