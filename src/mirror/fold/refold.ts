import type { DocumentRow } from '#contract/documents.ts';
import type { RowCollection } from '#contract/row-writes.ts';
import { dropDetails } from '../engine/changes.ts';
import { writeDocuments } from '../engine/document-writes.ts';
import { collectionOfLane, isPending, needsAuthor, type OutboxCommand, rowsLaneOf } from '../store/outbox-row.ts';
import type { BaseRow, MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { type FoldContext, foldContextOf } from './fold-context.ts';
import { foldRows, type RowFold } from './fold-rows.ts';
import { foldDocument, isFolded, serverRowOf } from './fold.ts';
import { rowSourceOf } from './row-source.ts';

/**
 * Folds a lane again, inside the caller's transaction over FOLD_TABLES. For a document it writes
 * the document anew; for a collection it marks commands whose rows are gone. Every write of a row
 * or a command calls it (I8).
 */
export async function refold(mirror: Mirror, lane: string): Promise<void> {
  await refoldAll(mirror, { keys: [lane], context: await foldContextOf(mirror) });
}

/** Folds several lanes again, each of them once. */
export async function refoldAll(
  mirror: Mirror,
  { keys, context }: { keys: readonly string[]; context: FoldContext },
): Promise<void> {
  const puts: MirrorDocument[] = [];
  const deletes: string[] = [];
  for (const key of new Set(keys)) {
    const collection = collectionOfLane(key);
    if (collection !== null) {
      await markRows(mirror, collection);
      continue;
    }
    const commands = await mirror.commands.where('documentKey').equals(key).toArray();
    const shown = await mirror.documents.get(key);
    const stored = await mirror.bases.get(key);
    const document =
      stored?.gone === true
        ? keptStub(shown, commands)
        : await refolded({ mirror, key, commands, context, shown, stored });
    if (document !== null) puts.push(document);
    else {
      deletes.push(key);
      await mirror.bases.delete(key);
    }
  }
  await dropDetails(mirror, deletes);
  await writeDocuments(mirror, { puts, deletes });
}

/**
 * The server's row of a document, whether or not commands are folded over it; null when there is
 * none.
 */
export async function baseOf(mirror: Mirror, documentKey: string): Promise<DocumentRow | null> {
  const stored = await mirror.bases.get(documentKey);
  if (stored !== undefined) return stored.row;
  const shown = await mirror.documents.get(documentKey);
  return shown === undefined ? null : serverRowOf(shown);
}

type Parts = {
  readonly mirror: Mirror;
  readonly key: string;
  readonly commands: readonly OutboxCommand[];
  readonly context: FoldContext;
  readonly shown: MirrorDocument | undefined;
  readonly stored: BaseRow | undefined;
};

async function refolded({ mirror, key, commands, context, shown, stored }: Parts): Promise<MirrorDocument | null> {
  // Done commands do not bring back a document that was dropped.
  if (stored === undefined && shown === undefined && !commands.some(isPending)) return null;
  // Without a separate base, the shown row is the server's row, because no command was folded into
  // it.
  const base = stored === undefined ? (shown === undefined ? null : serverRowOf(shown)) : stored.row;
  const { document, marks } = foldDocument({ key, base, commands }, context);
  if (document !== null && commands.some((command) => isFolded(command, base)))
    await mirror.bases.put({ key, row: base });
  else await mirror.bases.delete(key);
  for (const command of commands) {
    const mark = marks.get(command.id);
    if (mark !== undefined && mark !== command.mayBeRefused) {
      await mirror.commands.update(command.seq, { mayBeRefused: mark });
    }
  }
  return document;
}

/**
 * The stub of a document out of sight, which stays as number and title until its commands end
 * (src/sync/promises.md, Pull); null when no command is left.
 */
function keptStub(shown: MirrorDocument | undefined, commands: readonly OutboxCommand[]): MirrorDocument | null {
  const waiting = commands.filter((command) => command.state !== 'done');
  if (shown === undefined || waiting.length === 0) return null;
  return { ...shown, pencil: { ...shown.pencil, needsAuthor: waiting.some(needsAuthor) } };
}

/** The rows of a collection as their person sees them. */
export async function foldedRowsOf<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<RowFold<Collection>> {
  return foldRows(await rowSourceOf(mirror, collection));
}

/**
 * Marks the commands of a collection whose rows no longer exist, inside the caller's transaction
 * over FOLD_TABLES. The rows themselves are folded when a screen queries them: there are few of
 * them, and no index searches them.
 */
async function markRows(mirror: Mirror, collection: RowCollection): Promise<void> {
  const lane = await mirror.commands.where('documentKey').equals(rowsLaneOf(collection)).toArray();
  if (!lane.some(isPending)) return;
  const source = await rowSourceOf(mirror, collection);
  const { marks } = foldRows(source);
  for (const command of source.commands) {
    const mark = marks.get(command.id);
    if (mark !== undefined && mark !== command.mayBeRefused) {
      await mirror.commands.update(command.seq, { mayBeRefused: mark });
    }
  }
}
