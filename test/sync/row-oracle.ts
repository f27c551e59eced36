// The promises of src/sync/promises.md for rows of reference data. What a row must look like is
// computed here in another way than the fold does it: field by field, in the terms of what is sent.

import { editOf, ROW_COLLECTIONS, type RowCollection } from '#contract/row-writes.ts';
import { foldedRowsOf } from '#mirror/fold/refold.ts';
import { isPending, isRowCommand, type OutboxCommand, type RowCommand, rowKeysOf } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { ReferenceRow } from '#mirror/questions/reference-rows.ts';
import { rowsOf, type Model } from '../fakes/model-server/model.ts';
import type { World } from './world.ts';

type Wire = { readonly id: number; readonly rev: number } & Readonly<Record<string, unknown>>;

/** I8 and I2 at any moment: every row is shown once, as the server's row with what waits. */
export async function checkRows(
  { model, checked }: Pick<World, 'model' | 'checked'>,
  { mirror, commands }: { mirror: Mirror; commands: readonly OutboxCommand[] },
): Promise<string[]> {
  const found: string[] = [];
  const revs = new Map([...model.receipts.values()].map(({ receipt }) => [receipt.key, receipt.rev]));
  for (const collection of ROW_COLLECTIONS) {
    const lane = commands.filter(isRowCommand).filter((command) => command.payload.collection === collection);
    const stored = (await mirror[collection].toArray()) as unknown as Wire[];
    if (lane.length === 0 && stored.every((row) => checked.has(row))) continue;
    if (lane.length === 0) for (const row of stored) checked.add(row);
    const { rows } = await foldedRowsOf(mirror, collection);
    const base = new Map(stored.map((row) => [row.id, row]));
    for (const shown of rows) {
      const wanted = expected({ shown, base: base.get(shown.serverId ?? 0), lane, revs });
      const got = factsOf(collection, shown);
      if (wanted !== got) found.push(`I8: ${collection} ${shown.key} shows ${got} instead of ${wanted}`);
    }
    for (const row of base.values()) {
      const times = rows.filter((shown) => shown.serverId === row.id).length;
      if (times !== 1) found.push(`I8: ${collection} ${row.id} is shown ${times} times`);
      const maker = rowsOf(model, collection).get(row.id)?.madeBy?.key;
      const creation = lane.find((command) => command.type === 'create-row' && command.id === maker);
      if (creation !== undefined && creation.state !== 'done') {
        found.push(`I2: ${collection} ${row.id} is shown beside the creation that made it`);
      }
    }
    for (const command of lane) {
      if (command.type !== 'create-row' || !isPending(command)) continue;
      const times = rows.filter((shown) => shown.key === command.payload.row_key).length;
      if (times !== 1) found.push(`I8: the row of ${command.id} is shown ${times} times`);
    }
  }
  return found;
}

type RowView = {
  readonly shown: ReferenceRow<RowCollection>;
  readonly base: Wire | undefined;
  readonly lane: readonly RowCommand[];
  /** The number of each command's effect, as the server knows it. */
  readonly revs: ReadonlyMap<string, number>;
};

/**
 * The fields of the server's row, or of the creation, overlaid in order with each command that
 * counts for the row.
 */
function expected({ shown, base, lane, revs }: RowView): string {
  const collection = collectionOf(lane, shown);
  let fields: Record<string, unknown> = base === undefined ? {} : edited(collection, base);
  let isDeleted = false;
  for (const command of lane.toSorted((left, right) => left.seq - right.seq)) {
    const counts = command.state === 'done' ? (revs.get(command.id) ?? 0) > (base?.rev ?? -1) : isPending(command);
    const madeHere = command.type === 'create-row' && `s:${command.receipt?.ids.row_id}` === shown.key;
    if (!counts || !(rowKeysOf(command).includes(shown.key) || madeHere)) continue;
    if (command.type === 'delete-rows') isDeleted = true;
    else if (command.type === 'switch-rows') fields = { ...fields, status: command.payload.status };
    else if (command.type === 'update-row' || base === undefined) fields = { ...fields, ...command.payload.fields };
  }
  return text({ ...(collection === 'holidays' ? {} : { status: 'active' }), ...fields, isDeleted });
}

function collectionOf(lane: readonly RowCommand[], { row }: ReferenceRow<RowCollection>): RowCollection {
  const [command] = lane;
  if (command !== undefined) return command.payload.collection;
  if ('acronym' in row) return 'organizations';
  if ('title' in row) return 'alerts';
  if ('day' in row) return 'holidays';
  if ('last_name' in row) return 'users';
  return 'file_mime_type' in row ? 'models' : 'document_subjects';
}

function factsOf(collection: RowCollection, { row, pencil }: ReferenceRow<RowCollection>): string {
  return text({ ...edited(collection, row), isDeleted: pencil.isDeleted });
}

function edited(collection: RowCollection, row: object): Record<string, unknown> {
  return editOf(collection, row as never);
}

/** Keys in one order; what is empty, or not so, says nothing. */
function text(fields: Readonly<Record<string, unknown>>): string {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  const entries = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return JSON.stringify(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** When faults have ended: rule E6 field by field, and that the mirror has the server's rows. */
export function checkMeant({ model, meant }: World): string[] {
  return model.effects.flatMap(({ key, type, fields }) => {
    const wanted = key === null ? undefined : meant.get(key);
    if (wanted === undefined || fields === undefined) return [];
    const more = Object.keys(fields).filter((field) => !wanted.includes(field));
    return more.map((field) => `I9: ${type} ${key} wrote ${field}, which its author had not changed`);
  });
}

export async function checkRowMirror(model: Model, mirror: Mirror): Promise<string[]> {
  const found: string[] = [];
  for (const collection of ROW_COLLECTIONS) {
    const mirrored = new Map(((await mirror[collection].toArray()) as unknown as Wire[]).map((row) => [row.id, row]));
    const rows = rowsOf(model, collection);
    for (const [id, row] of rows) {
      const own = mirrored.get(id);
      if (own?.rev !== row.rev) found.push(`I8: ${collection} ${id} is at ${own?.rev ?? 'nothing'}, not at ${row.rev}`);
      else if (text(edited(collection, own)) !== text(edited(collection, row)))
        found.push(`I8: ${collection} ${id} differs`);
    }
    for (const id of mirrored.keys()) if (!rows.has(id)) found.push(`I8: ${collection} ${id} is still there`);
  }
  return found;
}

/** How often a row with the gesture's own text was made, and by whom. */
export function makersOf(model: Model, marker: string): number[] {
  return model.effects.flatMap(({ type, fields, sessionUserId }) => {
    const isIts = fields !== undefined && (fields['name'] === marker || fields['title'] === marker);
    return isIts && type.startsWith('create-') ? [sessionUserId] : [];
  });
}
