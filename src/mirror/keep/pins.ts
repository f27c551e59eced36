// Documents that a person asked to keep on this device ("Guardar neste aparelho"), by the server's ids. Their details and files are
// not trimmed. The list goes with the rest of the person's data when they leave.

import type { FileRef } from '#contract/references.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import { cacheOwnerOf, type DetailsRow } from '../store/rows.ts';
import { durably } from '../store/storage.ts';

export async function pinnedDocuments(mirror: Mirror): Promise<ReadonlySet<number>> {
  return new Set((await readMeta(mirror, 'pinnedDocuments')) ?? []);
}

/** Resolves once the choice is durable. */
export async function pinDocument(mirror: Mirror, { id, isPinned }: { id: number; isPinned: boolean }): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const others = [...(await pinnedDocuments(mirror))].filter((one) => one !== id);
      await writeMeta(mirror, { name: 'pinnedDocuments', value: isPinned ? [...others, id] : others });
    },
  });
}

/** Owners of the kept copies that trimming must leave. */
export async function pinnedOwners(mirror: Mirror): Promise<ReadonlySet<string>> {
  const ids = [...(await pinnedDocuments(mirror))];
  const documents = await mirror.documents.where('serverId').anyOf(ids).primaryKeys();
  const details = await mirror.details.bulkGet(documents);
  return new Set(details.flatMap(refsOf).map((ref) => cacheOwnerOf(ref.id)));
}

/** The files of a document and of its replies. */
export function refsOf(details: DetailsRow | undefined): readonly FileRef[] {
  return details === undefined ? [] : [...details.files, ...details.interactions.flatMap(({ files }) => files)];
}
