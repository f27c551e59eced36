import { type DocumentDetails, type DocumentLog, detailsOf } from '#contract/documents.ts';
import type { FileRef } from '#contract/scalars.ts';
import { acknowledge, adoptFiles, receiptFromRow } from '../outbox/acknowledge.ts';
import type { Receipt } from '#contract/writes.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { baseOf, refold } from '../fold/refold.ts';
import type { DetailsRow, MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, FOLD_TABLES } from '../store/storage.ts';
import { putDetails } from '../engine/changes.ts';

/**
 * Stores details of documents that the mirror has (contents, interactions, logs, viewers), unless
 * it has newer ones. Acknowledges the commands that the details name, so an answer lost after the
 * commit never shows a thing twice. One transaction.
 */
export async function applyDetails(mirror: Mirror, all: readonly DocumentDetails[]): Promise<void> {
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks'],
    isSpare: true,
    work: async () => {
      const rows: DetailsRow[] = [];
      const taken: { document: MirrorDocument; details: DocumentDetails; base: MirrorBase }[] = [];
      for (const details of all) {
        const document = await mirror.documents.withServerId(details.id);
        if (document === undefined || document.gone === true) continue;
        const base = await baseOf(mirror, document.key);
        const row = await newerRow(mirror, { key: document.key, base, details });
        if (row === null) continue;
        rows.push(row);
        taken.push({ document, details, base });
      }
      await putDetails(mirror, rows);
      for (const { document, ...at } of taken) {
        if (await acknowledgeNamed(mirror, { document, ...at })) await refold(mirror, document.key);
      }
    },
  });
}

type MirrorBase = Awaited<ReturnType<typeof baseOf>>;
type Of = Pick<MirrorDocument, 'key' | 'command_id'>;

/**
 * Stores the details of one document, inside the caller's transaction; returns whether a command
 * was acknowledged.
 */
export async function applyDetailsOf(
  mirror: Mirror,
  { document, details }: { document: Of; details: DocumentDetails },
): Promise<boolean> {
  const base = await baseOf(mirror, document.key);
  const row = await newerRow(mirror, { key: document.key, base, details });
  if (row === null) return false;
  await putDetails(mirror, [row]);
  return acknowledgeNamed(mirror, { document, details, base });
}

/**
 * The row to store for these details; null where the mirror has newer ones. A view changes details
 * without a new rev, so details with the same rev are stored again.
 */
async function newerRow(
  mirror: Mirror,
  { key, base, details }: { key: string; base: MirrorBase; details: DocumentDetails },
): Promise<DetailsRow | null> {
  const known = await mirror.details.get(key);
  const mark = base?.mark;
  if (known !== undefined && known.rev > details.rev && (known.mark ?? mark) === mark) return null;
  return { ...detailsOf(details), key, openedAtMs: known?.openedAtMs ?? 0, mark };
}

/** Acknowledges the commands that the details name; returns whether there was one. */
async function acknowledgeNamed(
  mirror: Mirror,
  { document, details, base }: { document: Of; details: DocumentDetails; base: MirrorBase },
): Promise<boolean> {
  const { id, rev, files, logs } = details;
  if (document.command_id !== null) await adoptFiles(mirror, { commandId: document.command_id, refs: files });
  let acknowledged = false;
  for (const named of namedCommands(details)) {
    await adoptFiles(mirror, { commandId: named.commandId, refs: named.files });
    const command = await mirror.commands.where('id').equals(named.commandId).first();
    if (command === undefined) continue;
    // A row that has changed since the act contains its effect already. The receipt gets a rev that
    // the row has reached, so that the fold does not add the effect again.
    const isInRow = base !== null && base.last_activity_at >= named.at;
    const at = { rev: isInRow ? Math.min(base.rev, rev) : rev, at: named.at, documentId: id };
    const seen = receiptFromRow(command, { ...at, ...(named.interactionId === null ? {} : named.interactionId) });
    const receipt = { ...seen, ...lostDateOf(command, logs) };
    const changed = await acknowledge(mirror, { command, receipt, doneAtMs: Date.parse(named.at) });
    acknowledged ||= changed;
  }
  return acknowledged;
}

/**
 * The note for a requested date that a later one has replaced (rule E6); empty in all other cases.
 * The details show it, by the server's own rule: they have the command's interaction but no
 * extension by the command.
 */
function lostDateOf(
  command: OutboxCommand,
  logs: readonly DocumentLog[],
): Pick<Receipt, 'result' | 'note'> | Record<never, never> {
  const asked = command.type === 'respond' ? command.payload.limit_date : null;
  if (asked === null || command.basedOn === null || asked <= command.basedOn.limit_date) return {};
  if (logs.some((log) => log.command_id === command.id && log.action === 'extension')) return {};
  const kept = logs.findLast((log) => log.limit_date !== null && DATES.has(log.action) && log.limit_date >= asked);
  if (kept?.limit_date === undefined || kept.limit_date === null) return { result: 'later_date_kept' };
  return { result: 'later_date_kept', note: { user_id: kept.creator.id, limit_date: kept.limit_date } };
}

const DATES: ReadonlySet<DocumentLog['action']> = new Set(['creation', 'extension', 'reopening']);

type CommandResult = {
  readonly commandId: string;
  readonly at: string;
  readonly interactionId: { readonly interactionId: number } | null;
  readonly files: readonly FileRef[];
};

/**
 * This person's commands that the details show as done. A command's interaction comes before its
 * logs.
 */
function namedCommands(details: DocumentDetails): CommandResult[] {
  const named: CommandResult[] = [];
  for (const { command_id: commandId, created_at: at, id, files } of details.interactions) {
    if (commandId !== null) named.push({ commandId, at, interactionId: { interactionId: id }, files });
  }
  for (const { command_id: commandId, created_at: at } of details.logs) {
    if (commandId !== null) named.push({ commandId, at, interactionId: null, files: [] });
  }
  return named;
}
