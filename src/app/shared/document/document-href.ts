import type { MirrorDocument } from '#mirror/store/rows.ts';

/** Address of a document: its number on the server, or its key on this device while it has none. */
export function hrefOfDocument(document: Pick<MirrorDocument, 'serverId' | 'key'>): string {
  return `/admin/view-document/${document.serverId ?? document.key}`;
}
