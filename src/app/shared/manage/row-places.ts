// The addresses of the management screens, by collection.

import type { RowCollection } from '#contract/row-writes.ts';
import { serverIdOfKey } from '#mirror/store/rows.ts';
import type { KeptDraft, KeptForm } from '#mirror/questions/drafts.ts';

type Places = { readonly list: string; readonly create: string; readonly edit: string };

const ROW_PLACES: Record<RowCollection, Places> = {
  organizations: {
    list: '/admin/manage-organizations',
    create: '/admin/create-organizations',
    edit: '/admin/edit-organization',
  },
  alerts: { list: '/admin/manage-alerts', create: '/admin/create-alerts', edit: '/admin/edit-alert' },
  document_subjects: {
    list: '/admin/manage-document-subjects',
    create: '/admin/create-document-subjects',
    edit: '/admin/edit-document-subjects',
  },
  models: { list: '/admin/manage-models', create: '/admin/create-models', edit: '/admin/edit-model' },
  holidays: { list: '/admin/calendar', create: '/admin/create-holidays', edit: '/admin/edit-holiday' },
  users: { list: '/admin/manage-users', create: '/admin/create-users', edit: '/admin/edit-user' },
};

/**
 * The address of a row's form. `key`: `s:<id>`, or the device's own key until the row is
 * registered.
 */
export function rowFormHref(collection: RowCollection, key: string): string {
  const id = serverIdOfKey(key);
  return `${ROW_PLACES[collection].edit}/${id === null ? encodeURIComponent(key) : id}`;
}

/**
 * The address of the form that corrects a command. `rowKey`: the row that the command changes; null
 * for a creation.
 */
export function correctionHref(
  collection: RowCollection,
  { commandId, rowKey }: { commandId: string; rowKey: string | null },
): string {
  const place = rowKey === null ? ROW_PLACES[collection].create : rowFormHref(collection, rowKey);
  return `${place}?editar=${encodeURIComponent(commandId)}`;
}

/** The address of the form of a draft; null when its document or row is no longer here. */
export function draftHref({ id, reply, form }: KeptDraft): string | null {
  if (form !== null) return formHref(form);
  if (reply !== null)
    return reply.address === null ? null : `/admin/view-document/${encodeURIComponent(reply.address)}`;
  return `/admin/create-documents?rascunho=${encodeURIComponent(id)}`;
}

function formHref({ collection, about }: KeptForm): string | null {
  switch (about.kind) {
    case 'new':
      return ROW_PLACES[collection].create;
    case 'row':
      return rowFormHref(collection, about.key);
    case 'command': {
      const { id, type, payload } = about.command;
      const rowKey = type === 'create-row' ? null : (payload.row_keys[0] ?? '');
      return correctionHref(collection, { commandId: id, rowKey });
    }
    case 'gone':
      return null;
  }
}
