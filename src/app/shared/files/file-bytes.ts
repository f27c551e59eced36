// The bytes of an attachment: from this device, else through the network, then kept here (rule D4, experience P21).

import { extensionOf, FILE_TYPES } from '#domain/files.ts';
import { blobOf, cacheServerFile, touchFile } from '#mirror/keep/files.ts';
import type { ViewFile } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { openFile } from '../../online/open-file.ts';
import { connectionNow } from '../connection/use-connection.ts';

/** Thrown when a file can't be opened: there is no connection, or the server did not give it. */
export class FileUnavailable extends Error {
  readonly isOffline: boolean;
  constructor(isOffline: boolean) {
    super('File unavailable');
    this.isOffline = isOffline;
  }
}

/** The bytes of the file, with the media type that its name says and no other. Throws FileUnavailable. */
export async function fileBytes(mirror: Mirror, at: { file: ViewFile; nowMs: number }): Promise<Blob> {
  const { file, nowMs } = at;
  const extension = extensionOf(file.name);
  const mime = extension === null ? 'application/octet-stream' : FILE_TYPES[extension];
  if (file.localFileId !== null) {
    const kept = await blobOf(mirror, file.localFileId);
    if (kept !== null) {
      await touchFile(mirror, { id: file.localFileId, nowMs });
      return kept.slice(0, kept.size, mime);
    }
  }
  const { serverFileId, name, sha256 } = file;
  if (serverFileId === null) throw new FileUnavailable(false);
  const blob = await openFile({ id: serverFileId, sha256 }).catch(async (error: unknown) => {
    const { isOffline } = await connectionNow(mirror);
    // The words of rule D4 go to the console: being offline is not an error.
    if (!isOffline) reportError(error);
    throw new FileUnavailable(isOffline);
  });
  // A person can read the file that has just arrived even when the device is too full to keep it.
  await cacheServerFile(mirror, { serverFileId, name, mime, blob, nowMs }).catch(() => undefined);
  return blob.slice(0, blob.size, mime);
}
