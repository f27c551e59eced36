import type { DocumentDetails } from '#contract/documents.ts';
import type { FileRef } from '#contract/scalars.ts';
import type { Change } from '#contract/sync.ts';
import type { Receipt } from '#contract/writes.ts';
import { refoldAll } from '#mirror/fold/refold.ts';
import { foldContextOf, freshFoldContextOf } from '#mirror/fold/fold-context.ts';
import { acknowledge, adoptFiles } from '#mirror/outbox/acknowledge.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { noteReferenceChange } from '#mirror/engine/changes.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import { applyDetailsOf } from '#mirror/apply/apply-details.ts';
import { applyDocumentRows, beforeDocuments } from '#mirror/apply/apply-document-rows.ts';
import { applyReferenceRows, keysWithCommands } from '#mirror/apply/apply-reference-rows.ts';
import { numberedAll, type ListedChange } from './apply-listed.ts';
import { markMet } from '#mirror/apply/walk.ts';

/**
 * The effect of a command as a server without keys shows it. `receipt`: made by this device,
 * because such a server gives none; its `rev` is set when it is applied. `found`: a look at the
 * server found the effect; false when the command's own answer showed it.
 */
export type SeenAnswer = {
  readonly receipt: Receipt;
  readonly found: boolean;
  readonly changes: readonly ListedChange[];
  readonly details: Omit<DocumentDetails, 'rev'> | null;
};

/**
 * Applies rows and details, and marks the command as done, in one transaction (S106). Returns false
 * and changes nothing when another command has claimed the same effect: two equal gestures need an
 * effect each.
 */
export async function applyListedAnswer(
  mirror: Mirror,
  { command, answer, nowMs }: { command: OutboxCommand; answer: SeenAnswer; nowMs: number },
): Promise<boolean> {
  return durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'drafts', 'walk', 'receipts', 'chunks', 'roles'],
    async work() {
      const stored = await commandById(mirror, command.id);
      if (stored === undefined || stored.state === 'done') return true;
      const { receipt } = answer;
      if (await isTaken(mirror, receipt)) return false;
      // The answer to a command is newer than any list that was requested before, so it counts
      // against every own number.
      const numbered = await numberedAll(mirror, { changes: answer.changes, asOf: Infinity });
      const changes = numbered.map(({ change }) => change);
      const rev = Math.max(0, ...changes.map((change) => change.rev));
      const found = answer.found;
      await acknowledge(mirror, { command: stored, receipt: { ...receipt, rev }, doneAtMs: nowMs, found });
      const lanes = [stored.documentKey, ...(await writeRows(mirror, { changes, nowMs }))];
      if (answer.details !== null) await writeDetails(mirror, { command: stored, answer, rev });
      const reference = changes.some((change) => change.collection !== 'documents');
      if (reference) await noteReferenceChange(mirror);
      const keys = reference ? [...lanes, ...(await keysWithCommands(mirror))] : lanes;
      await refoldAll(mirror, { keys, context: await (reference ? freshFoldContextOf : foldContextOf)(mirror) });
      return true;
    },
  });
}

/** Whether another done command already has the document, row or reply that this receipt names. */
async function isTaken(mirror: Mirror, { key, type, ids }: Receipt): Promise<boolean> {
  const made = type === 'create-document' ? ids.document_id : type === 'create-row' ? ids.row_id : ids.interaction_id;
  if (made === undefined) return false;
  const done = await mirror.commands.where('state').equals('done').toArray();
  return done.some((other) => {
    if (other.id === key || other.type !== type || other.receipt === null) return false;
    const theirs = other.receipt.ids;
    return (
      theirs.document_id === ids.document_id &&
      theirs.row_id === ids.row_id &&
      theirs.interaction_id === ids.interaction_id
    );
  });
}

/** Writes the rows; returns the keys of documents to fold again. */
async function writeRows(
  mirror: Mirror,
  { changes, nowMs }: { changes: readonly Change[]; nowMs: number },
): Promise<string[]> {
  const documents = changes.filter((change) => change.collection === 'documents');
  const [before, commands] = await Promise.all([
    beforeDocuments(mirror, { changes: documents, snapshot: true }),
    mirror.commands.toArray(),
  ]);
  const page = { commands, walks: false, doneAtMs: nowMs };
  const keys = before === null ? [] : await applyDocumentRows(mirror, { ...page, before });
  for (const change of changes) {
    const { collection } = change;
    if (collection !== 'documents') await applyReferenceRows(mirror, { collection, changes: [change], walks: false });
    if (change.op === 'put') await markMet(mirror, { collection, id: change.id });
  }
  return keys;
}

async function writeDetails(
  mirror: Mirror,
  { command, answer: { details, receipt }, rev }: { command: OutboxCommand; answer: SeenAnswer; rev: number },
): Promise<void> {
  const document = details === null ? undefined : await mirror.documents.withServerId(details.id);
  if (details === null || document === undefined) return;
  await applyDetailsOf(mirror, { document: { key: document.key, command_id: null }, details: { ...details, rev } });
  const said = details.interactions.find((one) => one.id === receipt.ids.interaction_id)?.files ?? [];
  await adoptFiles(mirror, {
    commandId: command.id,
    refs: sentAs(command, command.type === 'create-document' ? details.files : said),
  });
}

/**
 * The sent files as the server shows them, with their hashes. The server names no hashes, so a file
 * is matched by its name, where exactly one file on each side has that name.
 */
function sentAs({ files }: OutboxCommand, refs: readonly FileRef[]): FileRef[] {
  return refs.flatMap((ref) => {
    const [sent, ...others] = files.filter((file) => file.name === ref.name);
    const isOnly = refs.filter((one) => one.name === ref.name).length === 1 && others.length === 0;
    return sent !== undefined && isOnly ? [{ ...ref, sha256: sent.sha256 }] : [];
  });
}
