import type { RowCollection, RowOf } from '#contract/row-writes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import type { Table } from 'dexie';
import { type CommandFile, type OutboxCommand, rowsLaneOf } from '../store/outbox-row.ts';
import { keyOfServerId } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import type { SectorNames } from './row-fields.ts';

/** The tables that the fold of a collection reads. */
export const ROW_FOLD_TABLES = [
  'organizations',
  'alerts',
  'holidays',
  'document_subjects',
  'models',
  'users',
  'commands',
  'tombstones',
] as const;

/**
 * Reads what the rows of a collection are folded from; inside the caller's transaction if there is
 * one.
 */
export async function rowSourceOf<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<RowSource<Collection>> {
  const table = mirror[collection] as unknown as Table<CollectionRow<Collection>, number>;
  const [rows, commands, organizations, tombstones] = await Promise.all([
    table.toArray(),
    mirror.commands.where('documentKey').equals(rowsLaneOf(collection)).toArray(),
    mirror.organizations.toArray(),
    mirror.tombstones.where('[collection+id]').between([collection, 0], [collection, Infinity]).toArray(),
  ]);
  return {
    collection,
    rows,
    commands,
    sectors: new Map(organizations.map(({ id, name, acronym }) => [id, { id, name, acronym }])),
    buried: new Map(tombstones.map((row) => [row.id, row.rev])),
  };
}

/**
 * Which parts of a row of reference data exist only on this device, and so are drawn in pencil
 * (src/ui/look.md).
 */
type RowPencil = {
  /** The row was made on this device and is not yet registered. */
  readonly isNew: boolean;
  /** The row is to be deleted, and lists leave it out. */
  readonly isDeleted: boolean;
  /**
   * Names of the changed fields, as on the wire (`name`, `organization_ids`); `status` after a
   * switch.
   */
  readonly fields: readonly string[];
  /** Files of the row that wait to be sent. */
  readonly files: readonly CommandFile[];
  /** A command on the row was refused, so its author decides. */
  readonly needsAuthor: boolean;
  /** The ids of the commands on the row that are not done, in their order. */
  readonly commandIds: readonly string[];
};

export type FoldedReferenceRow<Collection extends RowCollection> = {
  /** `s:<id>`, or the `row_key` of the row's creation until that is registered. */
  readonly key: string;
  /** The row's id on the server; null until registered. */
  readonly serverId: number | null;
  /** The `rev` of the server's row; -1 without one. */
  readonly rev: number;
  readonly row: RowOf<Collection>;
  readonly pencil: RowPencil;
};

export type RowSource<Collection extends RowCollection> = {
  readonly collection: Collection;
  readonly rows: readonly CollectionRow<Collection>[];
  /** All commands of the collection's lane, in any order. */
  readonly commands: readonly OutboxCommand[];
  readonly sectors: SectorNames;
  /** The revs of deletions, by the id of the deleted row. */
  readonly buried?: ReadonlyMap<number, number>;
};

/** A row of which nothing exists only on this device. */
export const ROW_INK: RowPencil = {
  isNew: false,
  isDeleted: false,
  fields: [],
  files: [],
  needsAuthor: false,
  commandIds: [],
};

/** A row of the server without commands on it. */
export function rowInInk<Collection extends RowCollection>(
  wire: CollectionRow<Collection>,
): FoldedReferenceRow<Collection> {
  const { id, rev, ...row } = wire;
  return { key: keyOfServerId(id), serverId: id, rev, row: row as unknown as RowOf<Collection>, pencil: ROW_INK };
}
