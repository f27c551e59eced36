import type { AnyRow, RowCollection } from '#contract/row-writes.ts';
import { extensionOf } from '#domain/files.ts';
import { hasText, plainTextOf } from '#domain/plain-text.ts';
import { localCodeOf, ticketOf } from '#domain/ticket.ts';
import { isWritten, managedBy, repliesTo, writtenDrafts } from '../keep/written-drafts.ts';
import { commandById } from '../outbox/stored-commands.ts';
import { type DraftRow, joinedOf, type JoinedPages, joinedPicturesOf, loosePicturesOf } from '../store/draft-row.ts';
import { type FormCommand, isFormCommand } from '../store/outbox-row.ts';
import { draftOwnerOf, type FileRow, isLocalKey, type MetaValues, type MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { readMeta } from '../store/storage.ts';
import { isListed, nameOfRow } from './reference-rows.ts';
import { referenceRow } from './row-by-key.ts';

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
 * The attachments of a draft that can still be turned into pages: those whose photographs are all
 * here. A full device drops photographs.
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

export type KeptDraft = {
  /** `create…`, `reply:<document key>` or `manage:<collection>:…`. */
  readonly id: string;
  readonly savedAtMs: number;
  /** What was written, as plain text; empty when the draft has only files. */
  readonly text: string;
  readonly filesCount: number;
  /** The document that a reply is on; null for any other draft. */
  readonly reply: {
    /**
     * The server's id or the key of the document, for the link to its page; null when the document
     * is not on this device (any more).
     */
    readonly address: string | null;
    /** Empty where the document is not on this device. */
    readonly title: string;
    readonly ticket: string | null;
    readonly localCode: string | null;
  } | null;
  /** The title of the new document, or the name of the new row; empty for anything else. */
  readonly title: string;
  /** What a form of reference data is about; null for a document or a reply. */
  readonly form: KeptForm | null;
};

export type KeptForm = {
  readonly collection: RowCollection;
  /** `gone`: the row or the command is no longer here, so that the form can't be opened. */
  readonly about:
    | { readonly kind: 'new' | 'gone' }
    | { readonly kind: 'row'; readonly key: string; readonly name: string }
    | { readonly kind: 'command'; readonly command: FormCommand };
};

/**
 * Forms with something written in them (rule C16), newest first: the same ones that leaving and the
 * device's page count. A reply on a document that has left this device is listed too, so that its
 * words can be copied.
 */
export async function keptDrafts(mirror: Mirror): Promise<KeptDraft[]> {
  const [drafts, session] = await Promise.all([writtenDrafts(mirror), readMeta(mirror, 'session')]);
  const documents = await mirror.documents.bulkGet(drafts.map((draft) => repliesTo(draft) ?? ''));
  const kept = await Promise.all(
    drafts.map(async (draft, index): Promise<KeptDraft> => {
      if (managedBy(draft) !== null) return formDraft(mirror, draft);
      const key = repliesTo(draft);
      if (key === null) return { ...wordsOf(draft), reply: null, title: stringOf(draft, 'title'), form: null };
      const document = documents[index];
      return { ...wordsOf(draft), reply: answeredBy(key, { document, session }), title: '', form: null };
    }),
  );
  return kept.toSorted((left, right) => right.savedAtMs - left.savedAtMs);
}

function answeredBy(
  key: string,
  { document, session }: { document: MirrorDocument | undefined; session: MetaValues['session'] | undefined },
): NonNullable<KeptDraft['reply']> {
  const localCode = isLocalKey(key) ? localCodeOf(key) : null;
  if (document === undefined || document.gone === true) return { address: null, title: '', ticket: null, localCode };
  const { serverId, number, title } = document;
  const address = serverId === null ? key : String(serverId);
  return {
    address,
    title,
    ticket: number === null ? null : ticketOf(session?.tenant.acronym ?? '', number),
    localCode,
  };
}

/** A form of reference data keeps only what its person changed. */
async function formDraft(mirror: Mirror, draft: DraftRow): Promise<KeptDraft> {
  const { id, savedAtMs, fileIds } = draft;
  const text = WORDS.map((name) => stringOf(draft, name)).filter((words) => words.trim() !== '');
  const title = stringOf(draft, 'title') || stringOf(draft, 'name');
  const words = { id, savedAtMs, text: text.join('\n'), filesCount: fileIds.length };
  return { ...words, reply: null, title, form: await keptForm(mirror, draft) };
}

/** The fields of forms of reference data that hold words. */
const WORDS = ['title', 'name', 'last_name', 'acronym', 'email', 'description'] as const;

async function keptForm(mirror: Mirror, draft: DraftRow): Promise<KeptForm | null> {
  const managed = managedBy(draft);
  if (managed === null) return null;
  const { collection, about } = managed;
  if (about === 'new') return { collection, about: { kind: 'new' } };
  if ('corrects' in about) {
    const command = await commandById(mirror, about.corrects);
    const isHere = command !== undefined && isFormCommand(command);
    return { collection, about: isHere ? { kind: 'command', command } : { kind: 'gone' } };
  }
  const found = await referenceRow(mirror, { collection, key: about.row });
  if (found === null || !isListed(found)) return { collection, about: { kind: 'gone' } };
  return { collection, about: { kind: 'row', key: about.row, name: nameOfRow(found.row as AnyRow) } };
}

function wordsOf(draft: DraftRow): Pick<KeptDraft, 'id' | 'savedAtMs' | 'text' | 'filesCount'> {
  const content = stringOf(draft, 'content');
  const text = hasText(content) ? plainTextOf(content) : '';
  // All photographs together become one PDF, so they count as one file.
  const filesCount = draft.fileIds.length + Math.min(1, loosePicturesOf(draft).length);
  return { id: draft.id, savedAtMs: draft.savedAtMs, text, filesCount };
}

function stringOf({ fields }: DraftRow, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
