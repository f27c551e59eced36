import { hasText, plainTextOf } from '#domain/rich-text.ts';
import { localCodeOf, ticketOf } from '#domain/ticket.ts';
import { isWritten, repliesTo, replyDraftOf } from '../keep/drafts.ts';
import { isLocalKey } from '../fold/folded-row.ts';
import { readMeta } from '../store/meta.ts';
import type { DraftRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { draftsOf } from './drafts.ts';

export type KeptDraft = {
  /** `create…` or `reply:<document key>`. */
  readonly id: string;
  readonly savedAtMs: number;
  /** Its words as plain text; empty when it has only files. */
  readonly text: string;
  readonly filesCount: number;
  /** The document that it answers; null for a new document. */
  readonly reply: {
    /** The server's id or the key, for the link to its page. */
    readonly address: string;
    readonly title: string;
    readonly ticket: string | null;
    readonly localCode: string | null;
  } | null;
  /** The new document's title; empty for a reply. */
  readonly title: string;
};

/** Forms with something written in them that can be continued (rule C16), newest first. */
export async function keptDrafts(mirror: Mirror): Promise<KeptDraft[]> {
  const [creations, replies, session] = await Promise.all([
    draftsOf(mirror, 'create'),
    draftsOf(mirror, replyDraftOf('')),
    readMeta(mirror, 'session'),
  ]);
  const documents = await mirror.documents.bulkGet(replies.map((draft) => repliesTo(draft) ?? ''));
  const kept: KeptDraft[] = creations
    .filter((draft) => isWritten(draft, undefined))
    .map((draft) => ({ ...wordsOf(draft), reply: null, title: stringOf(draft, 'title') }));
  for (const [index, draft] of replies.entries()) {
    const document = documents[index];
    if (document === undefined || document.gone === true || !isWritten(draft, document)) continue;
    const { key, serverId, number, title } = document;
    const reply = {
      address: serverId === null ? key : String(serverId),
      title,
      ticket: number === null ? null : ticketOf(session?.tenant.acronym ?? '', number),
      localCode: isLocalKey(key) ? localCodeOf(key) : null,
    };
    kept.push({ ...wordsOf(draft), reply, title: '' });
  }
  return kept.toSorted((left, right) => right.savedAtMs - left.savedAtMs);
}

function wordsOf(draft: DraftRow): Pick<KeptDraft, 'id' | 'savedAtMs' | 'text' | 'filesCount'> {
  const content = stringOf(draft, 'content');
  const text = hasText(content) ? plainTextOf(content) : '';
  return { id: draft.id, savedAtMs: draft.savedAtMs, text, filesCount: draft.fileIds.length };
}

function stringOf({ fields }: DraftRow, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
