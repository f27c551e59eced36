import type { DocumentRow } from '#contract/documents.ts';
import type { Change } from '#contract/sync.ts';
import { acknowledge, receiptFromRow } from '../outbox/acknowledge.ts';
import { buryAll, newestById, stepOf, tombstonesOf } from './apply-reference-rows.ts';
import { foldedRowOf, mirrorDocumentOf } from '../fold/folded-row.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { INK, type MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { isAnother, keyOfServerId } from '../store/server-key.ts';
import { moveDraft } from '../keep/drafts.ts';
import { partDraftFrom } from '../keep/parted-drafts.ts';
import { replyDraftOf } from '../keep/written-drafts.ts';
import { baseOf } from '../fold/refold.ts';
import { dropDetails, putDetails } from '../engine/changes.ts';
import {
  type FoundRows,
  type KnownDocument,
  knownDocuments,
  knownNews,
  writeDocuments,
} from '../engine/document-writes.ts';
import { dropDocuments } from './drop-documents.ts';
import { partReplaced } from './replaced-document.ts';

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
