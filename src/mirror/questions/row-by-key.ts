import type { AnyRow, RowCollection } from '#contract/row-writes.ts';
import { foldRows } from '../fold/fold-rows.ts';
import { foldedRowsOf } from '../fold/refold.ts';
import { ROW_FOLD_TABLES, type RowSource, rowSourceOf } from '../fold/row-source.ts';
import {
  type CommandOnRows,
  type FormCommand,
  isFormCommand,
  needsAuthor,
  type OutboxCommand,
  withRowKeys,
} from '../store/outbox-row.ts';
import { commandOwnerOf, type FileRow, keyOfServerId } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { everyRow, isListed, type ReferenceRow, rowSourcesOf } from './reference-rows.ts';

/**
 * One row by its key (`s:<id>`, or the key that its creation gave it, even after the creation was
 * registered), deleted or not; null when there is none. It may be called inside a transaction over
 * ROW_FOLD_TABLES.
 */
export async function referenceRow<Collection extends RowCollection>(
  mirror: Mirror,
  { collection, key }: { collection: Collection; key: string },
): Promise<ReferenceRow<Collection> | null> {
  const sources = await rowSourcesOf(mirror, collection);
  const now = keyNow(sources.own, key);
  return everyRow(sources, foldRows).find((row) => row.key === now) ?? null;
}

/**
 * Every row of a collection with its pending commands, deleted or not. For gestures, which load the
 * code of the fold in any case; live queries use `referenceRows`.
 */
export async function foldedReferenceRows<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<readonly ReferenceRow<Collection>[]> {
  return everyRow(await rowSourcesOf(mirror, collection), foldRows);
}

/** The present key of a row: the server's once its creation is registered. */
function keyNow({ commands }: RowSource<RowCollection>, key: string): string {
  const made = commands.find((command) => command.type === 'create-row' && command.payload.row_key === key);
  const id = made?.receipt?.ids.row_id;
  return id === undefined ? key : keyOfServerId(id);
}

/**
 * The rows of a refused act on several rows, by name. The author may repeat the act on those in
 * `left`, which still exist.
 */
export type RowsLeft = {
  readonly left: readonly string[];
  /** Rows that were deleted since the act. */
  readonly gone: readonly string[];
  /** Rows that this person may no longer manage (rule B2). */
  readonly withdrawn: readonly string[];
};

/**
 * Whether the person on this device manages the row. Only those who manage a person get that
 * person's e-mail (rule B2). Every other row is managed by a permission alone.
 */
export function isManaged(row: AnyRow): boolean {
  return !('last_name' in row) || row.email !== undefined;
}

/** Which rows of the command still exist, as far as this device knows. */
export async function rowsLeftOf(mirror: Mirror, command: CommandOnRows): Promise<RowsLeft> {
  const { rows } = await foldedRowsOf(mirror, command.payload.collection);
  const byKey = new Map<string, ReferenceRow<RowCollection>>(rows.map((row) => [row.key, row]));
  const fates = command.payload.row_keys.map((key) => fateOf(byKey.get(key)));
  const named = (fate: ReturnType<typeof fateOf>) =>
    command.payload.row_names.filter((_name, place) => fates[place] === fate);
  return { left: named('left'), gone: named('gone'), withdrawn: named('withdrawn') };
}

/** The payload of the command on the rows that still exist; unchanged when there are none. */
export async function payloadLeftOf(mirror: Mirror, command: CommandOnRows): Promise<CommandOnRows['payload']> {
  const { rows } = await foldedRowsOf(mirror, command.payload.collection);
  const left = new Set(rows.filter((row) => fateOf(row) === 'left').map((row) => row.key));
  const payload = withRowKeys(command, (key) => (left.has(key) ? key : null));
  return payload.row_keys.length > 0 ? payload : command.payload;
}

function fateOf(row: ReferenceRow<RowCollection> | undefined): 'left' | 'gone' | 'withdrawn' {
  if (row === undefined || !isListed(row)) return 'gone';
  return isManaged(row.row as AnyRow) ? 'left' : 'withdrawn';
}

/**
 * What the form shows in which an author corrects a command on a row: the row as the command makes
 * it, and the row without it.
 */
export type RowOfCommand<Collection extends RowCollection> = {
  readonly command: FormCommand;
  /** The row after this command and those before it. */
  readonly row: ReferenceRow<Collection>;
  /** The row without the command; null for a creation. */
  readonly before: ReferenceRow<Collection> | null;
  /** The command's files that are on this device, in their order. */
  readonly files: readonly FileRow[];
};

/** Why a command has no form: the command or its row no longer exists, or it is registered. */
type NoRowOfCommand = 'no-command' | 'no-row' | { readonly registered: FormCommand };

/**
 * What the form of a command shows. Later commands are left out, because its author had not made
 * them yet. A refused command is folded as if it still waited.
 */
export async function rowOfCommand<Collection extends RowCollection>(
  mirror: Mirror,
  { collection, commandId }: { collection: Collection; commandId: string },
): Promise<RowOfCommand<Collection> | NoRowOfCommand> {
  return mirror.transaction('r', [...ROW_FOLD_TABLES, 'files'], async () => {
    const [source, kept] = await Promise.all([
      rowSourceOf(mirror, collection),
      mirror.files.where('owner').equals(commandOwnerOf(commandId)).toArray(),
    ]);
    const command = source.commands.find((one) => one.id === commandId);
    if (command === undefined || !isFormCommand(command)) return 'no-command';
    if (command.state === 'done') return { registered: command };
    const earlier = source.commands.filter((one) => one.seq < command.seq);
    const told: OutboxCommand = needsAuthor(command) ? { ...command, state: 'queued' } : command;
    const key = command.type === 'create-row' ? command.payload.row_key : command.payload.row_keys[0];
    const rowIn = (commands: readonly OutboxCommand[]) =>
      foldRows({ ...source, commands }).rows.find((row) => row.key === key) ?? null;
    const before = command.type === 'create-row' ? null : rowIn(earlier);
    const row = rowIn([...earlier, told]);
    if (row === null || isDeleted(row)) return 'no-row';
    const files = command.files.flatMap(({ id }) => kept.find((file) => file.id === id) ?? []);
    return { command, row, before, files };
  });
}

function isDeleted({ row, pencil }: ReferenceRow<RowCollection>): boolean {
  return pencil.isDeleted || ('deleted' in row && row.deleted === true);
}
