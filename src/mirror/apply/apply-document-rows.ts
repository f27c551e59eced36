import { stubbed } from '#contract/document-fields.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { REPLACED_TEXT } from '#contract/refusal-text.ts';
import type { Change } from '#contract/sync.ts';
import { dropDetails, putDetails } from '../engine/changes.ts';
import {
  type FoundRows,
  type KnownDocument,
  knownDocuments,
  knownNews,
  writeDocuments,
} from '../engine/document-writes.ts';
import { foldedRowOf, mirrorDocumentOf } from '../fold/fold.ts';
import { baseOf } from '../fold/refold.ts';
import { moveDraft } from '../keep/drafts.ts';
import { dropKept } from '../keep/files.ts';
import { isForAnother, partDraftFrom } from '../keep/returned-drafts.ts';
import { refsOf } from '../keep/trim-details.ts';
import { dropReceipts } from '../keep/receipts.ts';
import { replyDraftOf } from '../keep/written-drafts.ts';
import { acknowledge, receiptFromRow } from '../outbox/acknowledge.ts';
import { type CommandError, isPending, type OutboxCommand } from '../store/outbox-row.ts';
import { INK, isAnother, keyOfReplaced, keyOfServerId, type MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { buryAll, newestById, stepOf, tombstonesOf } from './apply-reference-rows.ts';

type DocumentChange = Extract<Change, { collection: 'documents' }>;

/** The documents of a page, and what the mirror has stored of them. */
export type BeforeDocuments = {
  /** The last change of each document in the page. */
  readonly newest: readonly DocumentChange[];
  readonly found: FoundRows;
  /** The revs at which documents of these ids were deleted, by id. */
  readonly gone: ReadonlyMap<number, number>;
  /** The ids of all drafts on the device. */
  readonly drafts: ReadonlySet<string>;
};

/** Changes, and whether they come in the order of a walk. */
export type ChangesToApply = { readonly changes: readonly Change[]; readonly snapshot: boolean };

/**
 * Reads what `applyDocumentRows` needs, in parallel, inside the caller's transaction; null for a
 * page without documents.
 */
export async function beforeDocuments(
  mirror: Mirror,
  { changes, snapshot }: ChangesToApply,
): Promise<BeforeDocuments | null> {
  const newest = [...newestById(changes.filter((change) => change.collection === 'documents')).values()];
  if (newest.length === 0) return null;
  const ids = newest.map((change) => change.id);
  // The rows of a walk have consecutive ids and are written in slices, for which `knownDocuments`
  // reads the heads.
  const rows = snapshot ? [] : newest.flatMap((change) => (change.op === 'put' ? change.row : []));
  const [found, gone, drafts] = await Promise.all([
    rows.length < ids.length ? knownDocuments(mirror, ids) : knownNews(mirror, rows),
    tombstonesOf(mirror, { collection: 'documents', ids }),
    mirror.drafts.toCollection().primaryKeys(),
  ]);
  return { newest, found, gone, drafts: new Set(drafts) };
}

type DocumentsOfPage = {
  readonly before: BeforeDocuments;
  /** All commands of the outbox. */
  readonly commands: readonly OutboxCommand[];
  readonly walks: boolean;
  readonly doneAtMs: number;
};

/**
 * Writes the documents of a page that are newer than the stored ones, and acknowledges the
 * creations among them. Inside the caller's transaction. Returns the keys of documents with
 * commands, which must be folded again.
 */
export async function applyDocumentRows(
  mirror: Mirror,
  { before: { newest, found, gone, drafts }, commands, walks, doneAtMs }: DocumentsOfPage,
): Promise<string[]> {
  const made = new Map(commands.map((command) => [command.id, command]));
  const busy = new Set(commands.map((command) => command.documentKey));
  const isHeld = (key: string): boolean => busy.has(key) || drafts.has(replyDraftOf(key));
  const puts: MirrorDocument[] = [];
  const leaving: string[] = [];
  const dirty: string[] = [];
  /**
   * Whether this page has written something since `found` was read. A slice may then have lost a
   * row, so `found` no longer counts.
   */
  let isMoved = false;

  for (const change of newest) {
    const known = found.known.get(change.id);
    if (change.op === 'delete') {
      if (known !== undefined && change.rev >= known.rev) leaving.push(known.key);
      continue;
    }
    const { row } = change;
    const creation = row.command_id === null ? undefined : made.get(row.command_id);
    // Any row is newer than that of a document that went out of sight: its row was dropped, and it
    // may come back into sight without a new rev.
    const knownRev = known === undefined || known.gone === true ? -1 : known.rev;
    const outdated = row.rev <= knownRev || row.rev < (gone.get(row.id) ?? -1) + stepOf(walks);
    if (known !== undefined && !outdated && mayBeAnother(known, { row, isHeld: isHeld(known.key) })) {
      const replaced = await partReplaced(mirror, { key: known.key, row });
      if (replaced !== null) {
        isMoved = true;
        dirty.push(replaced.key, replaced.parted);
        await mirror.bases.put({ key: replaced.key, row });
        continue;
      }
    }
    const key = creation?.documentKey ?? known?.key ?? keyOfServerId(row.id);
    if (known !== undefined && known.key !== key) {
      await adoptKey(mirror, { from: known.key, to: key });
      isMoved = true;
      busy.add(key);
    }
    if (!outdated && drafts.has(replyDraftOf(key))) await partDraftFrom(mirror, { key, row });
    if (creation !== undefined) await acknowledgeCreation(mirror, { command: creation, row, doneAtMs });
    if (busy.has(key)) {
      dirty.push(key);
      if (!outdated) await mirror.bases.put({ key, row });
    } else if (!outdated) {
      puts.push(mirrorDocumentOf(foldedRowOf(row), { key, pencil: INK }));
    }
  }
  await writeDocuments(mirror, { puts, deletes: [], found: isMoved ? undefined : found });
  const left = leaving.length === 0 ? [] : await mirror.documents.bulkGet(leaving);
  dirty.push(
    ...(await dropDocuments(
      mirror,
      left.filter((row) => row !== undefined),
    )),
  );
  await buryAll(mirror, { collection: 'documents', changes: newest, walks, gone });
  return dirty;
}

/**
 * Whether the row may belong to another document than the known one. The mark of a document in a
 * slice was not read; such a document is compared only when it has commands or a draft.
 */
function mayBeAnother(known: KnownDocument, { row, isHeld }: { row: DocumentRow; isHeld: boolean }): boolean {
  return known.mark === undefined ? isHeld : isAnother(known.mark, row);
}

async function acknowledgeCreation(
  mirror: Mirror,
  { command, row, doneAtMs }: { command: OutboxCommand; row: DocumentRow; doneAtMs: number },
): Promise<void> {
  const receipt = receiptFromRow(command, { rev: row.rev, at: row.created_at, documentId: row.id });
  await acknowledge(mirror, { command, receipt, doneAtMs });
}

/**
 * Moves all that the mirror has of a document from the key `from` to the key `to`, with its drafts
 * of replies. Needed when a document made here was mirrored under the server's id, because its
 * answer was lost and the page did not name the command. Inside the caller's transaction; the
 * caller folds `to` again.
 */
export async function adoptKey(mirror: Mirror, { from, to }: { from: string; to: string }): Promise<void> {
  const row = await baseOf(mirror, from);
  const details = await mirror.details.get(from);
  await mirror.commands.where('documentKey').equals(from).modify({ documentKey: to });
  await mirror.bases.delete(from);
  await dropDetails(mirror, [from]);
  await moveDraft(mirror, { from: replyDraftOf(from), to: replyDraftOf(to) });
  await writeDocuments(mirror, { puts: [], deletes: [from] });
  if (details !== undefined) await putDetails(mirror, [{ ...details, key: to }]);
  if (row !== null) await mirror.bases.put({ key: to, row });
}

const REPLACED: CommandError = {
  class: 'gone',
  status: null,
  type: 'not_found',
  message: REPLACED_TEXT,
  errors: {},
  code: null,
};

/**
 * Separates the document under `key` from another one that `row` shows under the same id, by their
 * marks. The server went back to an older state and gave the id again (I11). The first document
 * gets a key of its own. Commands on it are never sent to the other document: they wait for their
 * author, with the reason. Inside the caller's transaction. Returns the key of the other document
 * and the new key; null where the row belongs to the same document, or has no mark.
 */
async function partReplaced(
  mirror: Mirror,
  { key, row }: { key: string; row: DocumentRow },
): Promise<{ readonly key: string; readonly parted: string } | null> {
  const shown = await mirror.documents.get(key);
  if (shown?.mark === undefined || !isAnother(shown.mark, row)) return null;
  const other = keyOfServerId(row.id);
  const parted = key === other ? keyOfReplaced(shown.mark) : key;
  const lane = await mirror.commands.where('documentKey').equals(key).toArray();
  for (const command of lane) {
    const seen = command.basedOn?.mark;
    if (seen !== undefined && !isAnother(seen, row)) await mirror.commands.update(command.seq, { documentKey: other });
    else await mirror.commands.update(command.seq, { documentKey: parted, ...refusalOf(command) });
  }
  const draft = await mirror.drafts.get(replyDraftOf(key));
  const isForOther = draft?.mark !== undefined && !isForAnother(draft, row);
  const to = replyDraftOf(isForOther ? other : parted);
  if (draft !== undefined && draft.id !== to) await moveDraft(mirror, { from: draft.id, to });
  await dropKeptOf(mirror, [{ key, serverId: row.id }]);
  await mirror.bases.delete(key);
  await dropDocuments(mirror, [{ ...shown, key: parted, serverId: null }]);
  return { key: other, parted };
}

/**
 * Refuses a pending command on a document that the server has replaced. It is no longer in doubt:
 * an effect that it had was lost with that document.
 */
function refusalOf(command: OutboxCommand): Partial<OutboxCommand> {
  return isPending(command) ? { state: 'refused', lease: null, answerLost: false, lastError: REPLACED } : {};
}

/**
 * Drops documents that the person no longer sees. A document with pending commands stays as number
 * and title until they end. Inside the caller's transaction; returns the keys to fold again.
 */
export async function dropDocuments(mirror: Mirror, documents: readonly MirrorDocument[]): Promise<string[]> {
  if (documents.length === 0) return [];
  const deletes: string[] = [];
  const stubs: MirrorDocument[] = [];
  await dropKeptOf(mirror, documents);
  for (const document of documents) {
    const { key } = document;
    const waiting = await mirror.commands.where('documentKey').equals(key).toArray();
    if (waiting.some((command) => command.state !== 'done')) {
      await mirror.bases.put({ key, row: null, gone: true });
      stubs.push(stubOf(document));
    } else {
      await mirror.bases.delete(key);
      deletes.push(key);
    }
  }
  await writeDocuments(mirror, { puts: stubs, deletes });
  return stubs.map((stub) => stub.key);
}

function stubOf(document: MirrorDocument): MirrorDocument {
  return { ...stubbed(document), gone: true, pencil: INK, searchText: '' };
}

/**
 * Drops details and receipts of documents, and the copies of their files. Only details name those
 * files: where the details are no longer on the device, the copies stay until the cache is trimmed.
 */
async function dropKeptOf(
  mirror: Mirror,
  documents: readonly Pick<MirrorDocument, 'key' | 'serverId'>[],
): Promise<void> {
  const keys = documents.map((document) => document.key);
  const refs = (await mirror.details.bulkGet(keys)).flatMap(refsOf);
  await dropKept(
    mirror,
    refs.map((ref) => ref.id),
  );
  await dropDetails(mirror, keys);
  await dropReceipts(
    mirror,
    documents.flatMap(({ serverId }) => (serverId === null ? [] : [serverId])),
  );
}
