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

// A row of reference data as its person sees it, and what it is made of.

/**
 * Which parts of a row exist only on this device (src/ui/look.md: what is in pencil is
 * provisional).
 */
type RowPencil = {
  /** Made here and not yet registered. */
  readonly isNew: boolean;
  /** To be deleted: it is left out of lists. */
  readonly isDeleted: boolean;
  /**
   * The changed fields, with the names of the wire (`name`, `organization_ids`); `status` when it
   * was switched.
   */
  readonly fields: readonly string[];
  /** Files that wait to be sent. */
  readonly files: readonly CommandFile[];
  /** A command on it was refused: its author decides. */
  readonly needsAuthor: boolean;
  /** The commands on it that are not done, in their order. */
  readonly commandIds: readonly string[];
};

export type FoldedReferenceRow<Collection extends RowCollection> = {
  /** `s:<id>`, or the `row_key` of its creation until that is registered. */
  readonly key: string;
  /** Null until registered. */
  readonly serverId: number | null;
  /** Number of the last change of the server's row; -1 without one. */
  readonly rev: number;
  readonly row: RowOf<Collection>;
  readonly pencil: RowPencil;
};

export type RowSource<Collection extends RowCollection> = {
  readonly collection: Collection;
  /** The server's rows. */
  readonly rows: readonly CollectionRow<Collection>[];
  /** All commands of the lane, in any order. */
  readonly commands: readonly OutboxCommand[];
  readonly sectors: SectorNames;
  /** The rev of the deletion of each row that was deleted, by id. */
  readonly buried?: ReadonlyMap<number, number>;
};

/** All in ink: no part of it exists only on this device. */
export const ROW_INK: RowPencil = {
  isNew: false,
  isDeleted: false,
  fields: [],
  files: [],
  needsAuthor: false,
  commandIds: [],
};

/** A row of the server on which nothing waits. */
export function rowInInk<Collection extends RowCollection>(
  wire: CollectionRow<Collection>,
): FoldedReferenceRow<Collection> {
  const { id, rev, ...row } = wire;
  return { key: keyOfServerId(id), serverId: id, rev, row: row as unknown as RowOf<Collection>, pencil: ROW_INK };
}
