// The form in which a command on a row is corrected: the row as the command makes it, and the row
// without it.

import type { RowCollection } from '#contract/row-writes.ts';
import { foldRows } from '../fold/fold-rows.ts';
import { rowSourceOf, ROW_FOLD_TABLES } from '../fold/row-source.ts';
import { needsAuthor, type OutboxCommand } from '../store/outbox-row.ts';
import { type FormCommand, isFormCommand } from '../store/row-commands.ts';
import { commandOwnerOf, type FileRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import type { ReferenceRow } from './reference-rows.ts';

export type RowOfCommand<Collection extends RowCollection> = {
  readonly command: FormCommand;
  /** The row after this command and those before it. */
  readonly row: ReferenceRow<Collection>;
  /** The row without the command; null for a creation. */
  readonly before: ReferenceRow<Collection> | null;
  /** Its files that are on this device, in their order. */
  readonly files: readonly FileRow[];
};

/** Why a command has no form: the command or its row no longer exists, or it is registered. */
export type NoRowOfCommand = 'no-command' | 'no-row' | { readonly registered: FormCommand };

/**
 * What the form of a command shows. Later commands are left out, because its author had not made
 * them yet. A refused command is shown as it was refused.
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
