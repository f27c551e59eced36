// Documents that a person asked to keep on this device ("Guardar neste aparelho"), by the server's
// ids. Their details and files are not trimmed. The list goes with the rest of the person's data
// when they leave.

import type { FileRef } from '#contract/references.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import type { DetailsRow } from '../store/rows.ts';

export async function pinnedDocuments(mirror: Mirror): Promise<ReadonlySet<number>> {
  return new Set((await readMeta(mirror, 'pinnedDocuments')) ?? []);
}

/** The files of a document and of its replies. */
export function refsOf(details: DetailsRow | undefined): readonly FileRef[] {
  return details === undefined ? [] : [...details.files, ...details.interactions.flatMap(({ files }) => files)];
}
