import type { KeptDraft, KeptForm } from '#mirror/questions/kept-drafts.ts';
import { correctionHref, ROW_PLACES, rowFormHref } from './row-places.ts';

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
