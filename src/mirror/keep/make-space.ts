import { dropDetails } from '../engine/changes.ts';
import { joinedPicturesOf, loosePicturesOf } from '../store/draft-row.ts';
import { CACHE_PREFIX } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { withSlices } from '../store/storage.ts';
import { pinnedOwners } from './cached-files.ts';
import { dropFiles } from './files.ts';
import { pinnedDocuments } from './trim-details.ts';

/**
 * Makes space on the device: it deletes all copies of the first kind of which there are any. The
 * kinds are, in this order, copies of server files, details of finished documents, and photographs
 * of which an attachment was made (S187). Pinned copies and all other work of the author stay.
 * Returns whether anything was deleted; false also where a device is too full to delete.
 */
export async function makeSpace(mirror: Mirror): Promise<boolean> {
  try {
    return (await letGoOfFiles(mirror)) || (await letGoOfFinished(mirror)) || (await letGoOfJoined(mirror));
  } catch {
    return false;
  }
}

async function letGoOfFiles(mirror: Mirror): Promise<boolean> {
  const pinned = await pinnedOwners(mirror);
  return mirror.transaction('rw', [mirror.files, mirror.chunks], async () => {
    const copies = mirror.files.where('owner').startsWith(CACHE_PREFIX);
    const ids = await copies.filter(({ owner }) => !pinned.has(owner)).primaryKeys();
    await dropFiles(mirror, ids);
    return ids.length > 0;
  });
}

async function letGoOfFinished(mirror: Mirror): Promise<boolean> {
  return mirror.transaction('rw', withSlices(['details', 'documents', 'commands', 'meta']), async () => {
    const documents = await mirror.documents.bulkGet(await mirror.details.toCollection().primaryKeys());
    const pinned = await pinnedDocuments(mirror);
    const busy = new Set(await mirror.commands.orderBy('documentKey').uniqueKeys());
    const finished = documents.flatMap((document) =>
      document?.stored_status === 'completed' && !busy.has(document.key) && !pinned.has(document.serverId ?? -1)
        ? [document.key]
        : [],
    );
    await dropDetails(mirror, finished);
    return finished.length > 0;
  });
}

/**
 * Deletes photographs of which an attachment was made; the attachment stays and is sent.
 * Photographs that an author has turned into pages again stay.
 */
async function letGoOfJoined(mirror: Mirror): Promise<boolean> {
  return mirror.transaction('rw', [mirror.files, mirror.chunks, mirror.drafts, mirror.commands], async () => {
    const drafts = await mirror.drafts.toArray();
    const loose = new Set(drafts.flatMap(loosePicturesOf));
    const joined = [...drafts, ...(await mirror.commands.toArray())].flatMap(joinedPicturesOf);
    const here = await mirror.files.bulkGet(joined.filter((id) => !loose.has(id)));
    const ids = here.flatMap((file) => (file === undefined ? [] : [file.id]));
    await dropFiles(mirror, ids);
    return ids.length > 0;
  });
}
