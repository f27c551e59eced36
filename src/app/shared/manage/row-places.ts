// The addresses of the management screens, by collection.

import type { RowCollection } from '#contract/row-writes.ts';
import { serverIdOfKey } from '#mirror/store/schema.ts';

type Places = { readonly list: string; readonly create: string; readonly edit: string };

export const ROW_PLACES: Record<RowCollection, Places> = {
  organizations: placesOf('manage-organizations', 'organizations', 'organization'),
  alerts: placesOf('manage-alerts', 'alerts', 'alert'),
  document_subjects: placesOf('manage-document-subjects', 'document-subjects', 'document-subjects'),
  models: placesOf('manage-models', 'models', 'model'),
  users: placesOf('manage-users', 'users', 'user'),
};

function placesOf(list: string, create: string, edit: string): Places {
  return { list: `/admin/${list}`, create: `/admin/create-${create}`, edit: `/admin/edit-${edit}` };
}

/** The form of a row. `key`: `s:<id>`, or the key that it has on this device until it is registered. */
export function rowFormHref(collection: RowCollection, key: string): string {
  const id = serverIdOfKey(key);
  return `${ROW_PLACES[collection].edit}/${id === null ? encodeURIComponent(key) : id}`;
}

/** The form in which a command on a row is corrected. `rowKey`: the row that it changes; null for a creation. */
export function correctionHref(
  collection: RowCollection,
  { commandId, rowKey }: { commandId: string; rowKey: string | null },
): string {
  const place = rowKey === null ? ROW_PLACES[collection].create : rowFormHref(collection, rowKey);
  return `${place}?editar=${encodeURIComponent(commandId)}`;
}
