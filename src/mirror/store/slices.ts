// What is in slices, and where. Slices follow each other by server id without overlaps: each holds the
// documents above the last id of the slice before it. So one request finds the slice of any id, however far apart the ids of a
// town are, and a slice that has grown is divided. Pure.

import { INK, type MirrorDocument, type SliceRow } from './rows.ts';
import { keyOfServerId } from './server-key.ts';

/** Documents of a slice. To read one is to read its slice, so that more of them would make lists slower. */
export const SLICE = 20;
/** The document with this id, which the slice holds. */
export function rowIn(slice: SliceRow, id: number): MirrorDocument {
  const row = JSON.parse(slice.rows[slice.ids.indexOf(id)] ?? '') as Omit<
    SliceDocument,
    'key' | 'serverId' | 'localCode' | 'pencil'
  >;
  return { ...row, key: keyOfServerId(id), serverId: id, localCode: null, pencil: INK };
}

/** A document as a slice can hold it: registered, under the server's key, all in ink. */
export type SliceDocument = MirrorDocument & { readonly serverId: number };

/** Whether the id lies between the ids of one of these slices, which then holds it if any does. */
export function isWithin(slices: readonly SliceRow[], id: number): boolean {
  return slices.some((slice) => id >= (slice.ids[0] ?? Infinity) && id <= slice.upTo);
}

/** An id that is nearer to another one is probably in its slice. To ask for a slice twice costs less than to ask again. */
const NEAR = SLICE / 4;

/** Of ids in order those that are no near neighbours. */
export function withoutNeighbours(ids: readonly number[]): number[] {
  let last = -Infinity;
  return ids.filter((id) => {
    if (id < last + NEAR) return false;
    last = id;
    return true;
  });
}
