// Bytes on the device: attachments of drafts and commands, and server files opened before. They are
// read into ArrayBuffers at once and kept in pieces of at most 1 MiB. A File, Blob or Request is
// never stored, because Safari loses them (src/sync/promises.md, hazards 24, 25).

import { displayName, mimeOf } from '#domain/files.ts';
import { cacheOwnerOf, draftOwnerOf, type FileRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, StorageTrouble } from '../store/storage.ts';

export const CHUNK_BYTES = 1024 * 1024;

/**
 * Keeps a picked file; resolves once its bytes are durable and have been counted again. `id`: a new
 * UUID. `owner`: a draft; a command may take the file over later. Throws StorageTrouble, for
 * example without space.
 */
export async function keepFile(
  mirror: Mirror,
  { id, owner, file, nowMs }: { id: string; owner: string; file: Blob & { readonly name: string }; nowMs: number },
): Promise<FileRow> {
  const name = displayName(file.name);
  const mime = mimeOf(name);
  // The file is read once and at once, because on iOS it can't be read after a pause.
  const bytes = await file.arrayBuffer();
  return storeFile(mirror, { id, owner, name, mime, nowMs, bytes });
}

/** A new Blob of a file's stored bytes; null when this device does not have all of them. */
export async function blobOf(mirror: Mirror, fileId: string): Promise<Blob | null> {
  const row = await mirror.files.get(fileId);
  if (row === undefined) return null;
  const chunks = await mirror.chunks.where('fileId').equals(fileId).sortBy('index');
  const blob = new Blob(
    chunks.map((chunk) => chunk.bytes),
    { type: row.mime },
  );
  return blob.size === row.size ? blob : null;
}

/** Whether all of these files are on this device. */
export async function areKept(mirror: Mirror, ids: readonly string[]): Promise<boolean> {
  return (await mirror.files.bulkGet([...ids])).every((row) => row !== undefined);
}

/** Gives files another owner, without copying them. Inside the caller's transaction. */
export async function moveFiles(
  mirror: Mirror,
  { ids, owner }: { ids: readonly string[]; owner: string },
): Promise<void> {
  await mirror.files
    .where('id')
    .anyOf([...ids])
    .modify({ owner });
}

/** Removes files and their bytes; inside the caller's transaction if there is one. */
export async function dropFiles(mirror: Mirror, ids: readonly string[]): Promise<void> {
  await mirror.chunks
    .where('fileId')
    .anyOf([...ids])
    .delete();
  await mirror.files.bulkDelete([...ids]);
}

/**
 * Removes files, except those that no longer belong to a draft: a form may still show files that a
 * command took over in another tab. One transaction.
 */
export async function dropOfDrafts(mirror: Mirror, ids: readonly string[]): Promise<void> {
  await durably(mirror, {
    tables: ['files', 'chunks'],
    work: async () => {
      const own = await mirror.files
        .where('id')
        .anyOf([...ids])
        .filter(({ owner }) => owner.startsWith(draftOwnerOf('')))
        .primaryKeys();
      await dropFiles(mirror, own);
    },
  });
}

/**
 * Removes the files of an owner and their bytes; inside the caller's transaction if there is one.
 */
export async function dropFilesOf(mirror: Mirror, owner: string): Promise<void> {
  await dropFiles(mirror, await mirror.files.where('owner').equals(owner).primaryKeys());
}

/**
 * Drops the kept copies of these server files; inside the caller's transaction over files and
 * chunks.
 */
export async function dropKept(mirror: Mirror, serverFileIds: readonly number[]): Promise<void> {
  const ids = await mirror.files.where('owner').anyOf(serverFileIds.map(cacheOwnerOf)).primaryKeys();
  if (ids.length > 0) await dropFiles(mirror, ids);
}

type FileInput = Pick<FileRow, 'id' | 'owner' | 'name' | 'mime'> & {
  readonly nowMs: number;
  readonly bytes: ArrayBuffer;
};

/** Stores bytes in pieces and counts them again. Throws StorageTrouble. */
async function storeFile(mirror: Mirror, stored: FileInput): Promise<FileRow> {
  const row = await fileRowOf(stored);
  await durably(mirror, { tables: ['files', 'chunks'], work: () => putFile(mirror, { row, bytes: stored.bytes }) });
  await countAgain(mirror, row);
  return row;
}

/** The row of a file, without its bytes. */
export async function fileRowOf({ id, owner, name, mime, nowMs, bytes }: FileInput): Promise<FileRow> {
  const size = bytes.byteLength;
  const sha256 = await sha256Of(bytes);
  return { id, owner, name, mime, size, sha256, chunks: Math.ceil(size / CHUNK_BYTES), usedAtMs: nowMs };
}

/**
 * Writes the row and the bytes of a file, in pieces; inside the caller's transaction over files and
 * chunks.
 */
export async function putFile(mirror: Mirror, { row, bytes }: { row: FileRow; bytes: ArrayBuffer }): Promise<void> {
  await mirror.files.put(row);
  for (let index = 0; index < row.chunks; index += 1) {
    const piece = bytes.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
    await mirror.chunks.put({ fileId: row.id, index, bytes: piece });
  }
}

/** Counts the bytes of a stored file; drops it and throws StorageTrouble when some are missing. */
export async function countAgain(mirror: Mirror, { id, size }: FileRow): Promise<void> {
  const kept = await sizeOnDisk(mirror, id);
  if (kept === size) return;
  await dropFiles(mirror, [id]);
  throw new StorageTrouble('lost', new Error(`kept ${kept} of ${size} bytes`));
}

/**
 * Sums the stored bytes of a file, one piece at a time, so that a large file is never in memory
 * twice.
 */
async function sizeOnDisk(mirror: Mirror, fileId: string): Promise<number> {
  let size = 0;
  await mirror.chunks
    .where('fileId')
    .equals(fileId)
    .each((chunk) => {
      size += chunk.bytes.byteLength;
    });
  return size;
}

/** SHA-256 in lower-case hexadecimal. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
