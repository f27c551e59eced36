// The shape of a document between the server's row and the materialised one, and the conversions
// between the three.

import type { DocumentRow } from '#contract/documents.ts';
import { localCodeOf } from '#domain/ticket.ts';
import type { MirrorDocument, Pencil } from '../store/rows.ts';
import { isLocalKey } from '../store/server-key.ts';

/** A row without the fields that the device computes. */
export type FoldedRow = Omit<MirrorDocument, 'key' | 'localCode' | 'pencil' | 'searchText' | 'gone'>;

export function foldedRowOf(row: DocumentRow): FoldedRow {
  const { id, status: _computedHere, ...rest } = row;
  return { ...rest, serverId: id };
}

/** The materialised row: with key, local code and pencil. */
export function mirrorDocumentOf(row: FoldedRow, { key, pencil }: { key: string; pencil: Pencil }): MirrorDocument {
  const localCode = isLocalKey(key) ? localCodeOf(key) : null;
  return {
    ...row,
    key,
    localCode,
    pencil,
    searchText: '',
  };
}

/**
 * The server's row again, from a materialised one without pending commands; null for a document
 * without a server row.
 */
export function serverRowOf(document: MirrorDocument): DocumentRow | null {
  const { key: _key, localCode: _code, pencil: _pencil, searchText: _text, gone: _gone, ...folded } = document;
  const { serverId, number, ...rest } = folded;
  if (serverId === null || number === null) return null;
  return { ...rest, id: serverId, number, status: rest.stored_status };
}
