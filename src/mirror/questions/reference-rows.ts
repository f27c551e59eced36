// Rows of reference data as the person on this device sees them: the server's rows with the pending
// commands. Every screen that lists, edits or offers them queries this file.

import type { OrganizationRef } from '#contract/scalars.ts';
import type { AnyRow, RowCollection, RowOf } from '#contract/row-writes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import type { RowFold } from '../fold/fold-rows.ts';
import { type FoldedReferenceRow, ROW_FOLD_TABLES, rowInInk, type RowSource, rowSourceOf } from '../fold/row-source.ts';
import { Dexie } from 'dexie';
import type { Mirror } from '../store/schema.ts';
import { compareNames } from '#domain/text.ts';

/** A row, and which of its parts are in pencil. */
export type ReferenceRow<Collection extends RowCollection> = FoldedReferenceRow<Collection>;

/**
 * The rows of a collection by name, without deleted rows and without rows whose deletion is
 * pending.
 */
export async function referenceRows<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<ReferenceRow<Collection>[]> {
  const rows = await rowsOnScreen(mirror, collection);
  return rows
    .filter(isListed)
    .sort((left, right) => compareNames(nameOfRow(left.row as AnyRow), nameOfRow(right.row as AnyRow)));
}

/**
 * The rows that the server has, with the pending changes, in the shape of the wire: pickers offer
 * them, and names are taken from them. A row whose deletion is pending is `deleted` if its type has
 * that field, and is left out otherwise.
 */
export async function registeredRows<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<CollectionRow<Collection>[]> {
  const rows = await rowsOnScreen(mirror, collection);
  return rows.flatMap(({ serverId: id, rev, row, pencil }) => {
    if (id === null || (pencil.isDeleted && !('deleted' in row))) return [];
    const wire = { ...row, id, rev, ...(pencil.isDeleted ? { deleted: true } : {}) };
    return [wire as unknown as CollectionRow<Collection>];
  });
}

/** Whether a list shows the row: neither deleted nor to be deleted. */
export function isListed({ row, pencil }: ReferenceRow<RowCollection>): boolean {
  return !pencil.isDeleted && !('deleted' in row && row.deleted);
}

/**
 * What a row is called: the title of an alert, the whole name of a person, the name of anything
 * else.
 */
export function nameOfRow(row: AnyRow): string {
  if ('title' in row) return row.title;
  return 'last_name' in row ? `${row.name} ${row.last_name}` : row.name;
}

export type RowSources<Collection extends RowCollection> = {
  readonly own: RowSource<Collection>;
  /** Null for rows that name no sector. */
  readonly sectors: RowSource<'organizations'> | null;
};

/**
 * Reads what `everyRow` folds. The promise resolves with the last request, because the end of the
 * transaction may wait for requests of other queries.
 */
export function rowSourcesOf<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<RowSources<Collection>> {
  const read = async () => {
    const namesSectors = collection !== 'organizations' && collection !== 'alerts' && collection !== 'holidays';
    // Both are requested in parallel: in a live query, a request after a first answer runs outside
    // of the transaction, which then ends before its function does (PrematureCommitError).
    const [own, sectors] = await Promise.all([
      rowSourceOf(mirror, collection),
      namesSectors ? rowSourceOf(mirror, 'organizations') : null,
    ]);
    return { own, sectors };
  };
  return new Dexie.Promise((resolve, reject) => {
    mirror.transaction('r', [...ROW_FOLD_TABLES], async () => resolve(await read())).catch(reject);
  });
}

type Fold = <Collection extends RowCollection>(source: RowSource<Collection>) => Pick<RowFold<Collection>, 'rows'>;

/** Every row of the sources, deleted or not. */
export function everyRow<Collection extends RowCollection>(
  { own, sectors }: RowSources<Collection>,
  fold: Fold,
): readonly ReferenceRow<Collection>[] {
  const { rows } = fold(own);
  const names = sectors === null ? new Map() : sectorsNow(fold(sectors).rows);
  if (names.size === 0) return rows;
  return rows.map((shown) => ({ ...shown, row: withSectors(shown.row as AnyRow, names) as RowOf<Collection> }));
}

/**
 * Every row of a collection, for a live query. The code that folds commands on rows is loaded only
 * when some wait, which is so at few starts. It is loaded after all reading: loading ends the
 * transaction, and a live query does not watch what is read afterwards. Gestures use row-by-key.ts.
 */
async function rowsOnScreen<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<readonly ReferenceRow<Collection>[]> {
  const sources = await rowSourcesOf(mirror, collection);
  const waiting = sources.own.commands.length + (sources.sectors?.commands.length ?? 0);
  return everyRow(sources, waiting === 0 ? inInk : (await import('../fold/fold-rows.ts')).foldRows);
}

function inInk<Collection extends RowCollection>({ rows }: RowSource<Collection>) {
  return { rows: rows.map((row) => rowInInk<Collection>(row)) };
}

/**
 * The sectors with pending commands, by id: the sector with its new name, or null when its deletion
 * is pending.
 */
function sectorsNow(rows: readonly ReferenceRow<'organizations'>[]): ReadonlyMap<number, OrganizationRef | null> {
  return new Map(
    rows.flatMap(({ serverId, row, pencil }): [number, OrganizationRef | null][] => {
      if (serverId === null || pencil.commandIds.length === 0) return [];
      const { name, acronym } = row;
      return [[serverId, pencil.isDeleted ? null : { id: serverId, name, acronym }]];
    }),
  );
}

/**
 * The row with the sectors as they will be. People of a sector whose deletion is pending become
 * "Sem organização" (rule B11).
 */
function withSectors(row: AnyRow, sectors: ReadonlyMap<number, OrganizationRef | null>): AnyRow {
  const now = (ref: OrganizationRef) => {
    const found = sectors.get(ref.id);
    return found === undefined ? ref : found;
  };
  const named = (refs: readonly OrganizationRef[]) => refs.flatMap((ref) => now(ref) ?? []);
  if ('organization' in row) return { ...row, organization: row.organization === null ? null : now(row.organization) };
  if ('organizations' in row) return { ...row, organizations: named(row.organizations) };
  if ('exempt_submission_date_organizations' in row) {
    return { ...row, exempt_submission_date_organizations: named(row.exempt_submission_date_organizations) };
  }
  return row;
}
