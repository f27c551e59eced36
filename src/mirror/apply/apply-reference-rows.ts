import type { Change, Collection } from '#contract/sync.ts';
import type { Table } from 'dexie';
import { freshFoldContextOf } from '../fold/fold-context.ts';
import { refoldAll } from '../fold/refold.ts';
import { acknowledge } from '../outbox/acknowledge.ts';
import { commandById } from '../outbox/stored-commands.ts';
import { noteReferenceChange } from '../engine/changes.ts';
import type { Mirror } from '../store/schema.ts';

/** The collections whose rows are stored as the server sends them. */
export type ReferenceCollection = Exclude<Collection, 'documents'>;

/**
 * Notes that reference data changed, and folds every lane with pending commands again, with the new
 * names. Inside the caller's transaction.
 */
export async function refoldWaiting(mirror: Mirror): Promise<void> {
  await noteReferenceChange(mirror);
  await refoldAll(mirror, { keys: await keysWithCommands(mirror), context: await freshFoldContextOf(mirror) });
}

/**
 * The lanes, of documents and of collections, that have commands not yet done. A lane with several
 * commands comes several times.
 */
export async function keysWithCommands(mirror: Mirror): Promise<string[]> {
  const waiting = await mirror.commands.where('state').notEqual('done').toArray();
  return waiting.map((command) => command.documentKey);
}

type RowNumber = { readonly id: number; readonly rev: number };

/** Rows of one reference collection in a page, and what the mirror has stored of them. */
export type BeforeReference = {
  readonly collection: ReferenceCollection;
  readonly changes: readonly Change[];
  /** The revs of the rows that are stored, by id. */
  readonly stored: ReadonlyMap<number, number>;
  /** The revs of the rows that were deleted, by id. */
  readonly gone: ReadonlyMap<number, number>;
};

/** Reads what `newerRows` compares with, in parallel, inside the caller's transaction. */
export async function beforeReference(
  mirror: Mirror,
  { collection, changes }: { collection: ReferenceCollection; changes: readonly Change[] },
): Promise<BeforeReference> {
  const ids = [...new Set(changes.map(({ id }) => id))];
  const [stored, gone] = await Promise.all([
    revsIn(mirror[collection] as Table<RowNumber, number>, ids),
    tombstonesOf(mirror, { collection, ids }),
  ]);
  return { collection, changes, stored, gone };
}

/** What a page writes to one reference collection. */
export type ReferenceWrites = {
  readonly puts: readonly RowNumber[];
  readonly deletes: readonly number[];
};

/**
 * The rows of one reference collection that are newer than the stored or deleted ones. Pages may
 * come late, twice or out of order, so the rev decides (src/sync/promises.md, One number). A page
 * of a walk, in its order, also wins with the same rev, because what a person may see of a row can
 * change without a new one. A deletion has a greater rev than any page that still shows the row.
 */
export function newerRows({ changes, stored, gone }: BeforeReference, walks: boolean): ReferenceWrites {
  const puts: RowNumber[] = [];
  const deletes: number[] = [];
  for (const change of newestById(changes).values()) {
    const knownRev = Math.max(stored.get(change.id) ?? -1, gone.get(change.id) ?? -1);
    if (change.op === 'put' && change.rev >= knownRev + stepOf(walks)) puts.push(change.row);
    if (change.op === 'delete' && change.rev >= knownRev) deletes.push(change.id);
  }
  return { puts, deletes };
}

/**
 * Writes and deletes rows, and notes the deletions, inside the transaction in which `before` was
 * read.
 */
export async function writeReferenceRows(
  mirror: Mirror,
  {
    before: { collection, changes, gone },
    puts,
    deletes,
    walks,
  }: ReferenceWrites & { before: BeforeReference; walks: boolean },
): Promise<void> {
  const table = mirror[collection] as Table<RowNumber, number>;
  await Promise.all([
    puts.length > 0 && table.bulkPut([...puts]),
    deletes.length > 0 && table.bulkDelete([...deletes]),
    buryAll(mirror, { collection, changes: [...newestById(changes).values()], walks, gone }),
  ]);
}

/**
 * Writes the rows of one reference collection that are newer than the stored ones, inside the
 * caller's transaction. Returns whether there were any.
 */
export async function applyReferenceRows(
  mirror: Mirror,
  { walks, ...given }: { collection: ReferenceCollection; changes: readonly Change[]; walks: boolean },
): Promise<boolean> {
  const before = await beforeReference(mirror, given);
  const writes = newerRows(before, walks);
  await writeReferenceRows(mirror, { ...writes, before, walks });
  return isAny(writes);
}

export function isAny({ puts, deletes }: ReferenceWrites): boolean {
  return puts.length + deletes.length > 0;
}

/** Up to this many scattered ids are read one by one. */
const FEW = 16;

/**
 * The revs of the stored rows, by id. Many ids, or neighbouring ones, are read as one range, which
 * may contain other rows too.
 */
async function revsIn(table: Table<RowNumber, number>, ids: readonly number[]): Promise<Map<number, number>> {
  const [least, most] = [Math.min(...ids), Math.max(...ids)];
  const isOne = ids.length > FEW || most - least < 2 * ids.length;
  const rows = await (isOne ? table.where(':id').between(least, most, true, true).toArray() : table.bulkGet([...ids]));
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row.rev]])));
}

/**
 * Acknowledges the creations that rows name: such a command is registered, even if its own answer
 * was lost, and its row is not shown twice. Inside the caller's transaction; `doneAtMs` is in epoch
 * ms.
 */
export async function acknowledgeCreations(
  mirror: Mirror,
  { changes, doneAtMs }: { changes: readonly Change[]; doneAtMs: number },
): Promise<void> {
  for (const change of changes) {
    if (change.op !== 'put' || change.collection === 'documents' || !('command_id' in change.row)) continue;
    const { command_id: id } = change.row;
    const command = typeof id === 'string' ? await commandById(mirror, id) : undefined;
    if (command?.type !== 'create-row') continue;
    const at = new Date(doneAtMs).toISOString();
    const about = { key: command.id, type: command.type, result: 'applied', ids: { row_id: change.id } } as const;
    await acknowledge(mirror, { command, receipt: { ...about, rev: change.rev, at }, doneAtMs });
  }
}

/** The last change of every row in a page. */
export function newestById<Row extends Change>(changes: readonly Row[]): Map<number, Row> {
  const newest = new Map<number, Row>();
  for (const change of changes) {
    const known = newest.get(change.id);
    if (known === undefined || change.rev >= known.rev) newest.set(change.id, change);
  }
  return newest;
}

/** The revs of deletions, by id: those of all these ids, and of others between them. */
export async function tombstonesOf(
  mirror: Mirror,
  { collection, ids }: { collection: Collection; ids: readonly number[] },
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  // One query for the whole range: there are few deletions, and a query for each row of a page
  // would be many.
  const rows = await mirror.tombstones
    .where('[collection+id]')
    .between([collection, Math.min(...ids)], [collection, Math.max(...ids)], true, true)
    .toArray();
  return new Map(rows.map((row) => [row.id, row.rev]));
}

/** By how much the rev of a row must at least exceed the known one: 0 in a walk, otherwise 1. */
export function stepOf(walks: boolean): 0 | 1 {
  return walks ? 0 : 1;
}

/**
 * Notes the deletions, and removes the notes of rows that have come back. `gone`: the noted revs of
 * these rows.
 */
export async function buryAll(
  mirror: Mirror,
  {
    collection,
    changes,
    walks,
    gone,
  }: { collection: Collection; changes: readonly Change[]; walks: boolean; gone: ReadonlyMap<number, number> },
): Promise<void> {
  const buried = changes.filter((change) => change.op === 'delete' && change.rev > (gone.get(change.id) ?? -1));
  const back = changes.filter(
    (change) => change.op === 'put' && change.rev >= (gone.get(change.id) ?? Infinity) + stepOf(walks),
  );
  if (buried.length > 0) await mirror.tombstones.bulkPut(buried.map(({ id, rev }) => ({ collection, id, rev })));
  if (back.length > 0) {
    await mirror.tombstones.bulkDelete(back.map(({ id }): [string, number] => [collection, id]));
  }
}
