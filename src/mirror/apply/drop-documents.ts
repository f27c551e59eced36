import { stubbed } from '#contract/document-fields.ts';
import { dropKept } from '../keep/files.ts';
import { refsOf } from '../keep/pins.ts';
import { dropReceipts } from '../keep/receipts.ts';
import { dropDetails } from '../engine/changes.ts';
import { writeDocuments } from '../engine/document-writes.ts';
import { INK, type MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * Drops documents that the person no longer sees. A document with pending commands stays as number
 * and title until they end. Inside the caller's transaction; returns the keys to fold again.
 */
export async function dropDocuments(mirror: Mirror, documents: readonly MirrorDocument[]): Promise<string[]> {
  if (documents.length === 0) return [];
  const deletes: string[] = [];
  const stubs: MirrorDocument[] = [];
  await dropKeptOf(mirror, documents);
  for (const document of documents) {
    const { key } = document;
    const waiting = await mirror.commands.where('documentKey').equals(key).toArray();
    if (waiting.some((command) => command.state !== 'done')) {
      await mirror.bases.put({ key, row: null, gone: true });
      stubs.push(stubOf(document));
    } else {
      await mirror.bases.delete(key);
      deletes.push(key);
    }
  }
  await writeDocuments(mirror, { puts: stubs, deletes });
  return stubs.map((stub) => stub.key);
}

function stubOf(document: MirrorDocument): MirrorDocument {
  return { ...stubbed(document), gone: true, pencil: INK, searchText: '' };
}

/**
 * Drops what is stored about documents beside their rows, with the copies of their files. Only
 * details name those files: where the details are no longer on the device, the copies stay until
 * the cache is trimmed.
 */
export async function dropKeptOf(
  mirror: Mirror,
  documents: readonly Pick<MirrorDocument, 'key' | 'serverId'>[],
): Promise<void> {
  const keys = documents.map((document) => document.key);
  const refs = (await mirror.details.bulkGet(keys)).flatMap(refsOf);
  await dropKept(
    mirror,
    refs.map((ref) => ref.id),
  );
  await dropDetails(mirror, keys);
  await dropReceipts(
    mirror,
    documents.flatMap(({ serverId }) => (serverId === null ? [] : [serverId])),
  );
}
