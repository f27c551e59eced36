import type { DocumentRow } from '#contract/documents.ts';
import type { Change } from '#contract/sync.ts';
import { acknowledge, receiptFromRow } from '../outbox/acknowledge.ts';
import { buryAll, newestById, stepOf, tombstonesOf } from './apply-reference-rows.ts';
import { foldedRowOf, mirrorDocumentOf } from '../fold/folded-row.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { INK, type MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { keyOfServerId } from '../store/server-key.ts';
import { moveDraft } from '../keep/drafts.ts';
import { replyDraftOf } from '../keep/written-drafts.ts';
import { dropKept } from '../keep/files.ts';
import { refsOf } from '../keep/pins.ts';
import { dropReceipts } from '../keep/receipts.ts';
import { baseOf } from '../fold/refold.ts';
import { dropDetails, putDetails } from '../store/changes.ts';
import { type FoundRows, knownDocuments, writeDocuments } from '../store/document-writes.ts';

type DocumentChange = Extract<Change, { collection: 'documents' }>;

/** The documents of a page, and what the mirror has of them. */
export type BeforeDocuments = {
  /** The last change of each document. */
  readonly newest: readonly DocumentChange[];
  readonly found: FoundRows;
  /** The revs of deletions, by id. */
  readonly gone: ReadonlyMap<number, number>;
};

/** Everything is asked for at once, inside the caller's transaction; null for a page without documents. */
export async function beforeDocuments(mirror: Mirror, changes: readonly Change[]): Promise<BeforeDocuments | null> {
  const newest = [...newestById(changes.filter((change) => change.collection === 'documents')).values()];
  if (newest.length === 0) return null;
  const ids = newest.map((change) => change.id);
  const [found, gone] = await Promise.all([
    knownDocuments(mirror, ids),
    tombstonesOf(mirror, { collection: 'documents', ids }),
  ]);
  return { newest, found, gone };
}

type DocumentsOfPage = {
  readonly before: BeforeDocuments;
  /** All of them. */
  readonly commands: readonly OutboxCommand[];
  readonly walks: boolean;
  readonly doneAtMs: number;
};

/**
 * Writes the documents of a page that are newer than the stored ones, and acknowledges the creations among them. Inside
 * the caller's transaction. Answers the keys of documents with commands, which must be folded again.
 */
export async function applyDocumentRows(
  mirror: Mirror,
  { before: { newest, found, gone }, commands, walks, doneAtMs }: DocumentsOfPage,
): Promise<string[]> {
  const made = new Map(commands.map((command) => [command.id, command]));
  const busy = new Set(commands.map((command) => command.documentKey));
  const puts: MirrorDocument[] = [];
  const leaving: string[] = [];
  const dirty: string[] = [];
  /** Something was written since `found` was read: a slice may have lost a row. */
  let isMoved = false;

  for (const change of newest) {
    const known = found.known.get(change.id);
    if (change.op === 'delete') {
      if (known !== undefined && change.rev >= known.rev) leaving.push(known.key);
      continue;
    }
    const { row } = change;
    const creation = row.command_id === null ? undefined : made.get(row.command_id);
    const key = creation?.documentKey ?? known?.key ?? keyOfServerId(row.id);
    if (known !== undefined && known.key !== key) {
      await adoptKey(mirror, { from: known.key, to: key });
      isMoved = true;
      busy.add(key);
    }
    if (creation !== undefined) await acknowledgeCreation(mirror, { command: creation, row, doneAtMs });
    // A document out of sight keeps no copy of its row: it may come back into sight without a new rev.
    const knownRev = known === undefined || known.gone === true ? -1 : known.rev;
    const outdated = row.rev <= knownRev || row.rev < (gone.get(row.id) ?? -1) + stepOf(walks);
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
 * Drops documents that the person no longer sees. One with commands waiting stays as number and title until they end.
 * Inside the caller's transaction; answers the keys to fold again.
 */
export async function dropDocuments(mirror: Mirror, documents: readonly MirrorDocument[]): Promise<string[]> {
  if (documents.length === 0) return [];
  const deletes: string[] = [];
  const stubs: MirrorDocument[] = [];
  const keys = documents.map((document) => document.key);
  // Kept copies of its files go too. Only details name them: where the details are no longer on the device, the copies stay
  // until the cache is trimmed or they have not been used for long.
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
  return {
    ...document,
    gone: true,
    physical_document_number: '',
    exception_reason: null,
    origin: null,
    subject: { ...document.subject, name: '' },
    responsibles: [],
    organizations: [],
    tags: [],
    facts: { ...document.facts, responsible_ids_ever: [], arrived_at: {} },
    pencil: INK,
    searchText: '',
  };
}

async function acknowledgeCreation(
  mirror: Mirror,
  { command, row, doneAtMs }: { command: OutboxCommand; row: DocumentRow; doneAtMs: number },
): Promise<void> {
  const receipt = receiptFromRow(command, { rev: row.rev, at: row.created_at, documentId: row.id });
  await acknowledge(mirror, { command, receipt, doneAtMs });
}

/**
 * A document made here turns out to be one that is already mirrored under the server's id: its answer was lost, and the
 * page did not name its author's command. Everything of it moves to the key under which it was made, also a reply that
 * is being written. Inside the caller's transaction; the caller folds `to` again.
 */
export async function adoptKey(mirror: Mirror, { from, to }: { from: string; to: string }): Promise<void> {
  const row = await baseOf(mirror, from);
  const details = await mirror.details.get(from);
  await mirror.commands.where('documentKey').equals(from).modify({ documentKey: to });
  await mirror.bases.delete(from);
  await dropDetails(mirror, [from]);
  await moveDraft(mirror, { from: replyDraftOf(from), to: replyDraftOf(to) });
  await writeDocuments(mirror, { puts: [], deletes: [from] });
  if (details !== undefined) await putDetails(mirror, { ...details, key: to });
  if (row !== null) await mirror.bases.put({ key: to, row });
}
