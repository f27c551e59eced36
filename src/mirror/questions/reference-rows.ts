// Sectors, alerts, subjects, models and people as their person sees them: the server's rows with what waits in the outbox.
// Every screen that lists, edits or offers them asks here.

import type { OrganizationRef } from '#contract/references.ts';
import type { AnyRow, RowCollection, RowOf } from '#contract/row-writes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import type { FoldedReferenceRow } from '../fold/fold-rows.ts';
import { Dexie } from 'dexie';
import { foldedRowsOf, ROW_FOLD_TABLES } from '../fold/refold-rows.ts';
import { rowsLaneOf } from '../store/row-commands.ts';
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
  const rows = await everyRow(mirror, collection);
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
  const rows = await everyRow(mirror, collection);
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
  const rows = await everyRow(mirror, collection);
  const now = await keyNow(mirror, { collection, key });
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
async function keyNow(
  mirror: Mirror,
  { collection, key }: { collection: RowCollection; key: string },
): Promise<string> {
  const lane = await mirror.commands.where('documentKey').equals(rowsLaneOf(collection)).toArray();
  const made = lane.find((command) => command.type === 'create-row' && command.payload.row_key === key);
  const id = made?.receipt?.ids.row_id;
  return id === undefined ? key : keyOfServerId(id);
}

/** It comes with the last answer: the end of the transaction may wait for what others ask. */
function everyRow<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<ReferenceRow<Collection>[]> {
  const read = async () => {
    if (collection === 'organizations' || collection === 'alerts')
      return (await foldedRowsOf(mirror, collection)).rows.slice();
    // Both are asked at once: in a live query, what is asked after a first answer runs outside of the transaction, which is
    // then over before its function (PrematureCommitError).
    const [{ rows }, sectors] = await Promise.all([foldedRowsOf(mirror, collection), sectorsNow(mirror)]);
    return rows.map((shown) => ({ ...shown, row: withSectors(shown.row as AnyRow, sectors) as RowOf<Collection> }));
  };
  return new Dexie.Promise((resolve, reject) => {
    mirror.transaction('r', [...ROW_FOLD_TABLES], async () => resolve(await read())).catch(reject);
  });
}

/** What waits on sectors: a new name shows wherever the sector does, and null stands for one that is to be deleted. */
async function sectorsNow(mirror: Mirror): Promise<ReadonlyMap<number, OrganizationRef | null>> {
  const { rows } = await foldedRowsOf(mirror, 'organizations');
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
  if (sectors.size === 0) return row;
  if ('organization' in row) return { ...row, organization: row.organization === null ? null : now(row.organization) };
  if ('organizations' in row) return { ...row, organizations: named(row.organizations) };
  if ('exempt_submission_date_organizations' in row) {
    return { ...row, exempt_submission_date_organizations: named(row.exempt_submission_date_organizations) };
  }
  return row;
}
