// Commands on rows of reference data. All commands on one collection share a lane, and each names
// its rows: one waits for another only when they have a row in common
// (mirror/outbox/outbox-lanes.ts).

import type { RowCollection } from '#contract/row-writes.ts';
import type { CommandOf, OutboxCommand } from './outbox-row.ts';

export type RowCommand =
  | CommandOf<'create-row'>
  | CommandOf<'update-row'>
  | CommandOf<'switch-rows'>
  | CommandOf<'delete-rows'>;

const ROW_TYPES: ReadonlySet<OutboxCommand['type']> = new Set<RowCommand['type']>([
  'create-row',
  'update-row',
  'switch-rows',
  'delete-rows',
]);

const PREFIX = 'rows:';

/**
 * The lane of a collection; it is stored in the field that holds the document's key for commands on
 * documents.
 */
export function rowsLaneOf(collection: RowCollection): string {
  return `${PREFIX}${collection}`;
}

/** The collection of a lane of rows; null for the lane of a document. */
export function collectionOfLane(lane: string): RowCollection | null {
  return lane.startsWith(PREFIX) ? (lane.slice(PREFIX.length) as RowCollection) : null;
}

export function isRowCommand(command: OutboxCommand): command is RowCommand {
  return ROW_TYPES.has(command.type);
}

/** Whether the command makes the document or row that later commands act on. */
export function isCreation(command: OutboxCommand): boolean {
  return command.type === 'create-document' || command.type === 'create-row';
}

/** The keys of the rows that the command makes or acts on. */
export function rowKeysOf(command: RowCommand): readonly string[] {
  return command.type === 'create-row' ? [command.payload.row_key] : command.payload.row_keys;
}

/** A command on rows that exist, or whose creation waits before it. */
export type CommandOnRows = Exclude<RowCommand, CommandOf<'create-row'>>;

/** The command with other rows. `keyOf`: the new key of a row, or null to leave the row out. */
export function withRowKeys(command: CommandOnRows, keyOf: (key: string) => string | null): CommandOnRows['payload'] {
  const { payload } = command;
  const kept = payload.row_keys.flatMap((key, place) => {
    const now = keyOf(key);
    return now === null ? [] : [{ key: now, name: payload.row_names[place] ?? '' }];
  });
  return { ...payload, row_keys: kept.map((row) => row.key), row_names: kept.map((row) => row.name) };
}

/** A command whose author filled in a form. */
export type FormCommand = CommandOf<'create-row'> | CommandOf<'update-row'>;

export function isFormCommand(command: OutboxCommand): command is FormCommand {
  return command.type === 'create-row' || command.type === 'update-row';
}
