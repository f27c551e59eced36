// Sectors, alerts, subjects, models and people as their person sees them: the server's rows with what waits in the outbox.
// Every screen that lists, edits or offers them asks here.

import type { OrganizationRef } from '#contract/references.ts';
import type { AnyRow, RowCollection, RowOf } from '#contract/row-writes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import { type FoldedReferenceRow, rowInInk, type RowSource } from '../fold/reference-row.ts';
import { Dexie } from 'dexie';
import { ROW_FOLD_TABLES, rowSourceOf } from '../fold/row-source.ts';
import type { Mirror } from '../store/schema.ts';
import { keyOfServerId } from '../store/server-key.ts';
import { compareNames } from '#domain/name-order.ts';

/** A row with what is still in pencil of it. */
export type ReferenceRow<Collection extends RowCollection> = FoldedReferenceRow<Collection>;

/** The rows of a collection by name, without the deleted ones, those to be deleted included. */
export async function referenceRows<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<ReferenceRow<Collection>[]> {
  const rows = await everyRow(await sourcesOf(mirror, collection));
  return rows
    .filter(isListed)
    .sort((left, right) => compareNames(nameOfRow(left.row as AnyRow), nameOfRow(right.row as AnyRow)));
}

/**
 * The rows that the server has, as their person sees them, in the shape of the wire: what pickers offer, and what names
 * are told by. A row that is to be deleted is `deleted` where the shape can say so, and else it is left out.
 */
export async function registeredRows<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<CollectionRow<Collection>[]> {
  const rows = await everyRow(await sourcesOf(mirror, collection));
  return rows.flatMap(({ serverId: id, rev, row, pencil }) => {
    if (id === null || (pencil.isDeleted && !('deleted' in row))) return [];
    const wire = { ...row, id, rev, ...(pencil.isDeleted ? { deleted: true } : {}) };
    return [wire as unknown as CollectionRow<Collection>];
  });
}

/**
 * One row by its key (`s:<id>`, or the key that its creation gave it, also after that was registered), deleted or not;
 * null when there is none.
 */
export async function referenceRow<Collection extends RowCollection>(
  mirror: Mirror,
  { collection, key }: { collection: Collection; key: string },
): Promise<ReferenceRow<Collection> | null> {
  const sources = await sourcesOf(mirror, collection);
  const now = keyNow(sources.own, key);
  const rows = await everyRow(sources);
  return rows.find((row) => row.key === now) ?? null;
}

/** Whether it belongs in a list: neither deleted nor to be deleted. */
export function isListed({ row, pencil }: ReferenceRow<RowCollection>): boolean {
  return !pencil.isDeleted && !('deleted' in row && row.deleted);
}

/** What a row is called: the title of an alert, the whole name of a person, the name of anything else. */
export function nameOfRow(row: AnyRow): string {
  if ('title' in row) return row.title;
  return 'last_name' in row ? `${row.name} ${row.last_name}` : row.name;
}

/** The key of the row now: a creation that was registered has given it the server's. */
function keyNow({ commands }: RowSource<RowCollection>, key: string): string {
  const made = commands.find((command) => command.type === 'create-row' && command.payload.row_key === key);
  const id = made?.receipt?.ids.row_id;
  return id === undefined ? key : keyOfServerId(id);
}

type Sources<Collection extends RowCollection> = {
  readonly own: RowSource<Collection>;
  /** Null for rows that name no sector. */
  readonly sectors: RowSource<'organizations'> | null;
};

/** The sources come with the last answer, because the end of the transaction may wait for what others ask. */
function sourcesOf<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<Sources<Collection>> {
  const read = async () => {
    const namesSectors = collection !== 'organizations' && collection !== 'alerts';
    // Both are asked at once: in a live query, what is asked after a first answer runs outside of the transaction, which is
    // then over before its function (PrematureCommitError).
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

/** Asks nothing of the mirror, because what folds commands is loaded in between, and a live query follows nothing after that. */
async function everyRow<Collection extends RowCollection>({
  own,
  sectors,
}: Sources<Collection>): Promise<ReferenceRow<Collection>[]> {
  const [rows, names] = await Promise.all([shownRows(own), sectors === null ? null : sectorsNow(sectors)]);
  if (names === null || names.size === 0) return [...rows];
  return rows.map((shown) => ({ ...shown, row: withSectors(shown.row as AnyRow, names) as RowOf<Collection> }));
}

/** Few starts have commands on rows, so the code that folds them is loaded only then. */
async function shownRows<Collection extends RowCollection>(
  source: RowSource<Collection>,
): Promise<readonly ReferenceRow<Collection>[]> {
  if (source.commands.length === 0) return source.rows.map((row) => rowInInk<Collection>(row));
  const { foldRows } = await import('../fold/fold-rows.ts');
  return foldRows(source).rows;
}

/** What waits on sectors: a new name shows wherever the sector does, and null stands for one that is to be deleted. */
async function sectorsNow(source: RowSource<'organizations'>): Promise<ReadonlyMap<number, OrganizationRef | null>> {
  const rows = await shownRows(source);
  return new Map(
    rows.flatMap(({ serverId, row, pencil }): [number, OrganizationRef | null][] => {
      if (serverId === null || pencil.commandIds.length === 0) return [];
      const { name, acronym } = row;
      return [[serverId, pencil.isDeleted ? null : { id: serverId, name, acronym }]];
    }),
  );
}

/** People of a sector that is to be deleted become "Sem organização" (rule B11). */
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
