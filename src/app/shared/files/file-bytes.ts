// The bytes of an attachment or of a model's file: from this device, else through the network, then
// kept here (rule D4, src/app/experience.md, experience P21).

import type { ModelFile } from '#contract/reference-data.ts';
import { mimeOf } from '#domain/files.ts';
import { cachedFileOf, cacheServerFile, touchFile } from '#mirror/keep/cached-files.ts';
import { blobOf } from '#mirror/keep/files.ts';
import { noteAccess } from '#mirror/keep/note-access.ts';
import type { ViewFile } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { openFile, openModelFile } from '../../online/open-file.ts';
import { connectionNow } from '../connection/use-connection.ts';

/** Thrown when a file can't be opened: there is no connection, or the server did not give it. */
export class FileUnavailable extends Error {
  readonly isOffline: boolean;
  constructor(isOffline: boolean) {
    super('File unavailable');
    this.isOffline = isOffline;
  }
}

/**
 * The bytes of an attachment, with the media type of its name, whatever type was stored. Throws
 * FileUnavailable.
 */
export function fileBytes(mirror: Mirror, at: { file: ViewFile; nowMs: number }): Promise<Blob> {
  const { file, nowMs } = at;
  const { name, localFileId, serverFileId, sha256 } = file;
  return bytesOf(mirror, { name, localFileId, serverFileId, nowMs, ask: (id) => openFile({ id, sha256 }) });
}

/** The bytes of a model's file, like `fileBytes`. Throws FileUnavailable. */
export async function modelFileBytes(
  mirror: Mirror,
  { file, nowMs }: { file: Pick<ModelFile, 'id' | 'name' | 'size'>; nowMs: number },
): Promise<Blob> {
  const cached = await cachedFileOf(mirror, file.id);
  return bytesOf(mirror, {
    name: file.name,
    localFileId: cached?.id ?? null,
    serverFileId: file.id,
    nowMs,
    ask: () => openModelFile(file),
  });
}

/** The bytes of a file of a draft or a queued command. Throws FileUnavailable. */
export async function keptBytes(mirror: Mirror, id: string): Promise<Blob> {
  const blob = await blobOf(mirror, id);
  if (blob === null) throw new FileUnavailable(false);
  return blob;
}

type FileRequest = Pick<ViewFile, 'name' | 'localFileId' | 'serverFileId'> & {
  readonly nowMs: number;
  /** Asks the server for the bytes. */
  readonly ask: (serverFileId: number) => Promise<Blob>;
};

async function bytesOf(mirror: Mirror, { name, localFileId, serverFileId, nowMs, ask }: FileRequest): Promise<Blob> {
  const mime = mimeOf(name);
  if (localFileId !== null) {
    const kept = await blobOf(mirror, localFileId);
    if (kept !== null) {
      await touchFile(mirror, { id: localFileId, nowMs });
      // The audit gets this access from the device, because the server does not see files that are
      // read here (S229).
      if (serverFileId !== null)
        void noteAccess(mirror, {
          kind: 'file',
          file_id: serverFileId,
          performed_at: new Date(nowMs).toISOString(),
          offline: (await connectionNow(mirror)).isOffline,
        });
      return kept.slice(0, kept.size, mime);
    }
  }
  if (serverFileId === null) throw new FileUnavailable(false);
  const blob = await ask(serverFileId).catch(async (error: unknown) => {
    const { isOffline } = await connectionNow(mirror);
    // Logged with the words of rule D4, unless the device is offline, which is no error.
    if (!isOffline) reportError(error);
    throw new FileUnavailable(isOffline);
  });
  // On a full device the file is not kept, and the person can still read it.
  await cacheServerFile(mirror, { serverFileId, name, mime, blob, nowMs }).catch(() => undefined);
  return blob.slice(0, blob.size, mime);
}
