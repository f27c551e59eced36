import type { RowCollection } from '#contract/row-writes.ts';
import { isListed } from '#mirror/questions/reference-rows.ts';
import { referenceRow } from '#mirror/questions/row-by-key.ts';
import { keyOfServerId } from '#mirror/store/rows.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { type ShownRow, useRows } from './use-rows.ts';

export type FoundRow<Collection extends RowCollection> =
  | { readonly state: 'reading' | 'missing' | 'deleted'; readonly row: null }
  | { readonly state: 'found'; readonly row: ShownRow<Collection> };

/**
 * The row that an address names: by its id on the server or, before it has one, by its key on this
 * device. The key still finds the row when it is registered while its form is open.
 */
export function useRowAt<Collection extends RowCollection>(
  collection: Collection,
  address: string,
): FoundRow<Collection> {
  const { mirror } = useProfile();
  const rows = useRows(collection);
  const key = /^\d+$/.test(address) ? keyOfServerId(Number(address)) : address;
  const found = useLiveQuery(() => referenceRow(mirror, { collection, key }), [mirror, collection, key]);
  if (rows === undefined || found === undefined) return { state: 'reading', row: null };
  if (found === null) return { state: 'missing', row: null };
  if (!isListed(found)) return { state: 'deleted', row: null };
  const row = rows.find((one) => one.key === found.key);
  return row === undefined ? { state: 'reading', row: null } : { state: 'found', row };
}
