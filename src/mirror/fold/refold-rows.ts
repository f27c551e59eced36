import type { RowCollection } from '#contract/row-writes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import type { Table } from 'dexie';
import { isPending } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { rowsLaneOf } from '../store/row-commands.ts';
import { foldRows, type RowFold, type RowSource } from './fold-rows.ts';

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

/** What the fold of a collection is made of, as the mirror has it now; inside the caller's transaction if there is one. */
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

/** The rows of a collection as their person sees them. */
export async function foldedRowsOf<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<RowFold<Collection>> {
  return foldRows(await rowSourceOf(mirror, collection));
}

/**
 * Marks the commands of a collection whose rows are not there any more, inside the caller's transaction over FOLD_TABLES.
 * The rows themselves are folded when they are asked for: there are few of them, and no list is searched by an index.
 */
export async function markRows(mirror: Mirror, collection: RowCollection): Promise<void> {
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
