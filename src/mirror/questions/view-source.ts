import { foldContextOf, type FoldContext } from '../fold/fold-context.ts';
import { isAnother } from '../store/server-key.ts';
import { cacheOwnerOf, type DetailsRow, type MirrorDocument } from '../store/rows.ts';
import { isPending, needsAuthor, type OutboxCommand } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';

/** Everything that the page of a document is made from. */
export type ViewSource = {
  readonly document: MirrorDocument;
  readonly details: DetailsRow | null;
  /** Commands whose effect the details do not show (yet), in their order. */
  readonly commands: readonly OutboxCommand[];
  readonly context: FoldContext;
  /** Ids of the mirror's files by server file id, for files that are on this device. */
  readonly localIdOf: ReadonlyMap<number, string>;
  /** Ids of the files of commands that are on this device. */
  readonly kept: ReadonlySet<string>;
};

/**
 * Reads the source of a page; undefined when the document is not on this device. `address`: the
 * key, or the server's id.
 */
export async function viewSourceOf(mirror: Mirror, address: string): Promise<ViewSource | undefined> {
  const document = await findDocument(mirror, address);
  if (document === undefined || document.gone === true) return undefined;
  const [kept = null, all, context] = await Promise.all([
    mirror.details.get(document.key),
    mirror.commands.where('documentKey').equals(document.key).sortBy('seq'),
    foldContextOf(mirror),
  ]);
  // Details of another document that had the id before are not shown (I11).
  const isOther = kept?.mark !== undefined && isAnother(kept.mark, document);
  const details = isOther ? null : kept;
  const shown = commandsIn(details);
  const commands = all.filter((command) => !shown.has(command.id) && isMissing(command, details));
  const refs = details === null ? [] : [...details.files, ...details.interactions.flatMap(({ files }) => files)];
  const [cached, own] = await Promise.all([
    mirror.files
      .where('owner')
      .anyOf(refs.map((ref) => cacheOwnerOf(ref.id)))
      .toArray(),
    mirror.files
      .where('id')
      .anyOf(commands.flatMap((command) => command.files.map((file) => file.id)))
      .primaryKeys(),
  ]);
  return {
    document,
    details,
    commands,
    context,
    localIdOf: new Map(cached.map((file) => [Number(file.owner.slice(file.owner.indexOf(':') + 1)), file.id])),
    kept: new Set(own),
  };
}

/**
 * Finds it by key, or by the server's id once it has one: addresses accept both
 * (src/sync/promises.md, Mirror). No key is a number.
 */
function findDocument(mirror: Mirror, address: string): PromiseLike<MirrorDocument | undefined> {
  return /^\d{1,15}$/.test(address) ? mirror.documents.withServerId(Number(address)) : mirror.documents.get(address);
}

function commandsIn(details: DetailsRow | null): Set<string> {
  const named = details === null ? [] : [...details.interactions, ...details.logs];
  return new Set(named.flatMap((one) => (one.command_id === null ? [] : [one.command_id])));
}

/**
 * Whether the thread must show a command because the details do not: it is pending, or was done
 * after these details were made.
 */
function isMissing(command: OutboxCommand, details: DetailsRow | null): boolean {
  if (isPending(command) || needsAuthor(command)) return true;
  return command.receipt !== null && (details === null || details.rev < command.receipt.rev);
}

/** The command while it is not registered, for what is drawn in pencil; null once it is done. */
export function pencilOf(command: OutboxCommand): OutboxCommand | null {
  return command.state === 'done' ? null : command;
}
