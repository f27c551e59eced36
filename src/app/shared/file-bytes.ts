// The bytes of an attachment: from this device, else through the network, then kept here (decisions D4, experience P21).

import { blobOf, cacheServerFile } from '#mirror/files.ts';
import type { ViewFile } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/schema.ts';
import { openFile } from '../online/open-file.ts';

/** Why a file can't be opened: there is no connection, or the server did not give it. */
export class FileUnavailable extends Error {
  readonly isOffline: boolean;
  constructor(isOffline: boolean) {
    super('File unavailable');
    this.isOffline = isOffline;
  }
}

/** Fresh bytes of the file. Throws FileUnavailable. */
export async function fileBytes(mirror: Mirror, file: ViewFile): Promise<Blob> {
  if (file.localFileId !== null) {
    const kept = await blobOf(mirror, file.localFileId);
    if (kept !== null) return kept;
  }
  if (file.serverFileId === null) throw new FileUnavailable(false);
  const blob = await openFile(file.serverFileId).catch(() => {
    throw new FileUnavailable(!navigator.onLine);
  });
  // A full device must not keep a person from reading what has just arrived.
  await cacheServerFile(mirror, { serverFileId: file.serverFileId, name: file.name, blob }).catch(() => undefined);
  return blob;
}
