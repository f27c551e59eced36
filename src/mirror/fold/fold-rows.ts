// The only place where the rows of reference data that a person sees are made: server rows +
// pending commands (I8). Pure and total: a command on a row that is no longer there changes nothing
// and is marked.

import type { RowCollection, RowOf } from '#contract/row-writes.ts';
import {
  type CommandOf,
  isPending,
  isRowCommand,
  needsAuthor,
  type OutboxCommand,
  type RowCommand,
  rowKeysOf,
} from '../store/outbox-row.ts';
import { keyOfServerId } from '../store/rows.ts';
import { isUnderstood } from '../store/upcast-command.ts';
import { rowMade, withFields } from './row-fields.ts';
import { type FoldedReferenceRow, ROW_INK, rowInInk, type RowSource } from './row-source.ts';

export type RowFold<Collection extends RowCollection> = {
  readonly rows: readonly FoldedReferenceRow<Collection>[];
  /** For each pending command, by id, whether it acts on a row that is not there. */
  readonly marks: ReadonlyMap<string, boolean>;
};

type Folding<Collection extends RowCollection> = {
  readonly source: RowSource<Collection>;
  readonly entries: Map<string, FoldedReferenceRow<Collection>>;
  /**
   * For rows made on this device, by `row_key`, the key that they have since the server gave an id.
   */
  readonly registered: ReadonlyMap<string, string>;
};

/**
 * The rows of a collection as their person sees them: the server's rows first, then those made on
 * this device in the order of their making.
 */
export function foldRows<Collection extends RowCollection>(source: RowSource<Collection>): RowFold<Collection> {
  const commands = source.commands.filter(isRowCommand).sort((left, right) => left.seq - right.seq);
  const entries = new Map(source.rows.map((row) => [keyOfServerId(row.id), rowInInk<Collection>(row)]));
  const folding = { source, entries, registered: registeredKeys(commands) };
  const marks = new Map<string, boolean>();
  for (const command of commands) {
    if (!isUnderstood(command)) continue;
    const isOn = foldRowCommand(folding, command);
    if (isPending(command)) marks.set(command.id, !isOn);
  }
  return { rows: [...entries.values()], marks };
}

/**
 * Whether a command takes part in the fold of a row: while it is pending, and after its receipt
 * until the server's row has reached the receipt's rev, so that nothing flickers in between. A
 * refused command takes no part.
 */
export function isFoldedInRow(command: OutboxCommand, rev: number): boolean {
  if (command.state === 'done') return command.receipt !== null && rev < command.receipt.rev;
  return isPending(command);
}

/** Applies one command; false when one of its rows is not there. */
function foldRowCommand<Collection extends RowCollection>(folding: Folding<Collection>, command: RowCommand): boolean {
  if (command.type === 'create-row') return foldMaking(folding, command);
  const { entries, registered } = folding;
  let isOn = true;
  for (const name of rowKeysOf(command)) {
    const entry = entries.get(registered.get(name) ?? name);
    if (entry === undefined || entry.pencil.isDeleted || isGone(entry.row)) isOn = false;
    if (entry === undefined) continue;
    const told = penciled(entry, command);
    const changed = isFoldedInRow(command, entry.rev) ? changedBy(command, { entry: told, folding }) : told;
    entries.set(entry.key, changed);
  }
  return isOn;
}

function foldMaking<Collection extends RowCollection>(
  { source, entries }: Folding<Collection>,
  command: CommandOf<'create-row'>,
): boolean {
  const { payload, receipt } = command;
  const serverId = receipt?.ids.row_id ?? null;
  const key = serverId === null ? payload.row_key : keyOfServerId(serverId);
  if (needsAuthor(command) || entries.has(key)) return true;
  if (command.state === 'done' && (serverId === null || isBuried(source, command))) return true;
  const at = new Date(command.performedAtMs).toISOString();
  const row = rowMade(payload.collection, { fields: payload.fields as never, sectors: source.sectors, at });
  const pencil = isPending(command)
    ? { ...ROW_INK, isNew: true, files: command.files, commandIds: [command.id] }
    : ROW_INK;
  entries.set(key, { key, serverId, rev: -1, row: row as unknown as RowOf<Collection>, pencil });
  return true;
}

type On<Collection extends RowCollection> = {
  readonly entry: FoldedReferenceRow<Collection>;
  readonly folding: Folding<Collection>;
};

/** The row after a command changed it, switched its status or deleted it. */
function changedBy<Collection extends RowCollection>(
  command: Exclude<RowCommand, CommandOf<'create-row'>>,
  { entry, folding }: On<Collection>,
): FoldedReferenceRow<Collection> {
  const { pencil, row } = entry;
  const inPencil = isPending(command);
  switch (command.type) {
    case 'delete-rows':
      return { ...entry, pencil: { ...pencil, isDeleted: true } };
    case 'switch-rows': {
      const fields = inPencil ? union(pencil.fields, ['status']) : pencil.fields;
      return { ...entry, row: { ...row, status: command.payload.status }, pencil: { ...pencil, fields } };
    }
    case 'update-row': {
      const { fields } = command.payload;
      const { collection, sectors } = folding.source;
      const changed = withFields(collection, { row, fields: fields as never, sectors });
      if (!inPencil) return { ...entry, row: changed };
      const files = [...pencil.files, ...command.files];
      return {
        ...entry,
        row: changed,
        pencil: { ...pencil, files, fields: union(pencil.fields, Object.keys(fields)) },
      };
    }
  }
}

/** Notes on a row a command that is not done, and whether it waits for its author. */
function penciled<Collection extends RowCollection>(
  entry: FoldedReferenceRow<Collection>,
  command: RowCommand,
): FoldedReferenceRow<Collection> {
  if (command.state === 'done') return entry;
  const { pencil } = entry;
  return {
    ...entry,
    pencil: {
      ...pencil,
      commandIds: [...pencil.commandIds, command.id],
      needsAuthor: pencil.needsAuthor || needsAuthor(command),
    },
  };
}

function registeredKeys(commands: readonly RowCommand[]): Map<string, string> {
  return new Map(
    commands.flatMap((command) => {
      const id = command.receipt?.ids.row_id;
      return command.type !== 'create-row' || id === undefined ? [] : [[command.payload.row_key, keyOfServerId(id)]];
    }),
  );
}

function isBuried<Collection extends RowCollection>(
  source: RowSource<Collection>,
  { receipt }: OutboxCommand,
): boolean {
  const rev = source.buried?.get(receipt?.ids.row_id ?? 0);
  return rev !== undefined && rev >= (receipt?.rev ?? 0);
}

/**
 * Whether a row is deleted on the server. Deleted people, sectors and subjects stay as names (rule
 * B11).
 */
function isGone(row: object): boolean {
  return 'deleted' in row && row.deleted === true;
}

function union(left: readonly string[], right: readonly string[]): string[] {
  return [...new Set([...left, ...right])];
}
