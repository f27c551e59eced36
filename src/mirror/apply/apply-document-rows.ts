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
  /** The last change of each document. */
  readonly newest: readonly DocumentChange[];
  readonly found: FoundRows;
  /** The revs of deletions, by id. */
  readonly gone: ReadonlyMap<number, number>;
  /** Ids of drafts. */
  readonly drafts: ReadonlySet<string>;
};

/** Changes, and whether they come in the order of a walk. */
export type ChangesToApply = { readonly changes: readonly Change[]; readonly snapshot: boolean };

/**
 * Reads everything in parallel, inside the caller's transaction; null for a page without documents.
 */
export async function beforeDocuments(
  mirror: Mirror,
  { changes, snapshot }: ChangesToApply,
): Promise<BeforeDocuments | null> {
  const newest = [...newestById(changes.filter((change) => change.collection === 'documents')).values()];
  if (newest.length === 0) return null;
  const ids = newest.map((change) => change.id);
  // The rows of a walk have consecutive ids, so they are written in slices.
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
  /** All of them. */
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
   * True once this page has written something since `found` was read: a slice may have lost a row.
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
    // A document out of sight keeps no copy of its row: it may come back into sight without a new
    // rev.
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
 * Whether the row may belong to another document than the known one. A document in a slice, whose
 * mark was not read, is compared only when commands or a draft belong to it.
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
 * A document made here turns out to be mirrored already under the server's id: its answer was lost,
 * and the page did not name the command. All its rows move to the key under which it was made,
 * drafts of replies too. Inside the caller's transaction; the caller folds `to` again.
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

// Another document under an id that this device knows: the server went back to an older state
// and gave the id again (I11).

/**
 * Separates the document under `key` from another one that `row` shows under the same id, by their
 * marks. The first document gets a key of its own. What was done to it here is never sent to the
 * other one: it waits for its author, with the reason. Inside the caller's transaction. Returns the
 * key of the other one and the new key; null where the row is of the same document, or has no mark.
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
 * If the command had an effect, the effect went with the first document. The command is no longer
 * in doubt.
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
 * Drops what is stored about documents beside their rows, with the copies of their files. Only
 * details name those files: where the details are no longer on the device, the copies stay until
 * the cache is trimmed.
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
