// Which drafts hold something that a person wrote, and the document or row that each is about.

import type { RowCollection } from '#contract/row-writes.ts';
import { hasText } from '#domain/plain-text.ts';
import { type DraftRow, picturesOf } from '../store/draft-row.ts';
import type { MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

const REPLY = 'reply:';
/** Prefix of the ids of drafts of forms of reference data. */
export const MANAGE_DRAFTS = 'manage:';
const CORRECTS = 'editar:';

/**
 * What a form of reference data is about: a new row, an existing row (by key), or a waiting command
 * that its author corrects (by id).
 */
export type ManageDraftOf = 'new' | { readonly row: string } | { readonly corrects: string };

/**
 * Id of the draft of a form of reference data: `manage:<collection>:new`, `manage:<collection>:<key
 * of the row>` or `manage:<collection>:editar:<id of the command>`.
 */
export function manageDraftOf(collection: RowCollection, about: ManageDraftOf): string {
  const rest = about === 'new' ? about : 'row' in about ? about.row : `${CORRECTS}${about.corrects}`;
  return `${MANAGE_DRAFTS}${collection}:${rest}`;
}

/** What a draft of a form of reference data is about; null for any other draft. */
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

/**
 * Drafts that a person can continue and that hold something: leaving must not erase them without
 * asking.
 */
export async function writtenDrafts(mirror: Mirror): Promise<DraftRow[]> {
  const drafts = await mirror.drafts.toArray();
  const documents = await mirror.documents.bulkGet(drafts.map((draft) => repliesTo(draft) ?? ''));
  return drafts.filter((draft, index) => isWritten(draft, documents[index]));
}

/**
 * Whether a person wrote, chose or attached something in a form. Values that the form opened with
 * do not count. `answered`: the document that a reply is on; the form of a reply opens with its
 * limit date. Drafts of other forms, such as a transfer, never count, because they can't be
 * continued later.
 */
export function isWritten(draft: DraftRow, answered: Pick<MirrorDocument, 'limit_date'> | undefined): boolean {
  // A form of reference data stores only the fields that its person changed.
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
