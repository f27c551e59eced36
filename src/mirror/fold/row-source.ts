import type { RowCollection } from '#contract/row-writes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import type { Table } from 'dexie';
import { rowsLaneOf } from '../store/row-commands.ts';
import type { Mirror } from '../store/schema.ts';
import type { RowSource } from './reference-row.ts';

/** The tables that the fold of a collection reads. */
export const ROW_FOLD_TABLES = [
  'organizations',
  'alerts',
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
