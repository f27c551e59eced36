import type { RowCollection } from '#contract/row-writes.ts';
import { foldRows } from '../fold/fold-rows.ts';
import type { RowSource } from '../fold/reference-row.ts';
import type { Mirror } from '../store/schema.ts';
import { keyOfServerId } from '../store/server-key.ts';
import { everyRow, type ReferenceRow, rowSourcesOf } from './reference-rows.ts';

/**
 * One row by its key (`s:<id>`, or the key that its creation gave it, even after the creation was
 * registered), deleted or not; null when there is none. It may be called inside a transaction over
 * ROW_FOLD_TABLES.
 */
export async function referenceRow<Collection extends RowCollection>(
  mirror: Mirror,
  { collection, key }: { collection: Collection; key: string },
): Promise<ReferenceRow<Collection> | null> {
  const sources = await rowSourcesOf(mirror, collection);
  const now = keyNow(sources.own, key);
  return everyRow(sources, foldRows).find((row) => row.key === now) ?? null;
}

/**
 * Every row of a collection with its pending commands, deleted or not; for a gesture, which may
 * load code (`referenceRows` may not).
 */
export async function foldedReferenceRows<Collection extends RowCollection>(
  mirror: Mirror,
  collection: Collection,
): Promise<readonly ReferenceRow<Collection>[]> {
  return everyRow(await rowSourcesOf(mirror, collection), foldRows);
}

/** The present key of the row: a creation that was registered has replaced it by the server's. */
function keyNow({ commands }: RowSource<RowCollection>, key: string): string {
  const made = commands.find((command) => command.type === 'create-row' && command.payload.row_key === key);
  const id = made?.receipt?.ids.row_id;
  return id === undefined ? key : keyOfServerId(id);
}
