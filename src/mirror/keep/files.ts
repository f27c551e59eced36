// Bytes on the device: attachments of drafts and commands, and server files opened before. They are read into
// ArrayBuffers at once and kept in pieces of at most 1 MiB. A File, Blob or Request is never stored, because Safari
// loses them (src/sync/promises.md, traps 24, 25).

import { displayName, mimeOf } from '#domain/files.ts';
import { CACHE_PREFIX, cacheOwnerOf, type FileRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { pinnedOwners } from './pins.ts';
import { sha256Of } from './sha256.ts';
import { durably, StorageTrouble } from '../store/storage.ts';

export const CHUNK_BYTES = 1024 * 1024;
export const CACHE_MAX_BYTES = 200 * 1024 * 1024;

/**
 * Keeps a picked file; resolves once its bytes are durable and have been counted again. `id`: a new UUID. `owner`: a
 * draft, until a command takes the file over. Throws StorageTrouble when there is no space.
 */
export async function keepFile(
  mirror: Mirror,
  { id, owner, file, nowMs }: { id: string; owner: string; file: Blob & { readonly name: string }; nowMs: number },
): Promise<FileRow> {
  const name = displayName(file.name);
  const mime = mimeOf(name);
  // One read while the picked file is fresh: on iOS it can't be read after a pause.
  const bytes = await file.arrayBuffer();
  return store(mirror, { id, owner, name, mime, nowMs, bytes });
}

/**
 * Keeps a server file that was opened, for the next time without a network, and drops those used longest ago to make
 * space.
 */
export async function cacheServerFile(
  mirror: Mirror,
  {
    serverFileId,
    name,
    mime,
    blob,
    nowMs,
  }: { serverFileId: number; name: string; mime: string; blob: Blob; nowMs: number },
): Promise<FileRow> {
  const owner = cacheOwnerOf(serverFileId);
  const known = await cachedFileOf(mirror, serverFileId);
  if (known !== undefined) return known;
  const bytes = await blob.arrayBuffer();
  const row = await store(mirror, { id: owner, owner, name, mime, nowMs, bytes });
  await trimCache(mirror);
  return row;
}

/** The kept copy of a server file; undefined when it is not on this device. */
export async function cachedFileOf(mirror: Mirror, serverFileId: number): Promise<FileRow | undefined> {
  return mirror.files.where('owner').equals(cacheOwnerOf(serverFileId)).first();
}

/** A fresh Blob of the stored bytes; null when they are not (all) on this device. */
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

/** Gives files another owner: they are moved, never copied. Inside the caller's transaction. */
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

/** Removes the files of an owner and their bytes; inside the caller's transaction if there is one. */
export async function dropFilesOf(mirror: Mirror, owner: string): Promise<void> {
  await dropFiles(mirror, await mirror.files.where('owner').equals(owner).primaryKeys());
}

/** Remembers that a file was used, so that trimming takes the others first. */
export async function touchFile(mirror: Mirror, { id, nowMs }: { id: string; nowMs: number }): Promise<void> {
  await mirror.files.update(id, { usedAtMs: nowMs });
}

/** How long a kept copy that is not opened stays, in days; copies of pinned documents stay. */
export const CACHE_DAYS = 180;

/** Bytes of the kept copies of server files. */
export async function keptBytes(mirror: Mirror): Promise<number> {
  let bytes = 0;
  await mirror.files
    .where('owner')
    .startsWith(CACHE_PREFIX)
    .each((file) => {
      bytes += file.size;
    });
  return bytes;
}

/** Drops the kept copies that were not used for `CACHE_DAYS`, except those of pinned documents. */
export async function dropUnused(mirror: Mirror, nowMs: number): Promise<void> {
  const pinned = await pinnedOwners(mirror);
  const old = await mirror.files
    .where('usedAtMs')
    .below(nowMs - CACHE_DAYS * 24 * 3_600_000)
    .filter((file) => file.owner.startsWith(CACHE_PREFIX) && !pinned.has(file.owner))
    .primaryKeys();
  await mirror.transaction('rw', [mirror.files, mirror.chunks], () => dropFiles(mirror, old));
}

/** Drops the kept copies of these server files; inside the caller's transaction over files and chunks. */
export async function dropKept(mirror: Mirror, serverFileIds: readonly number[]): Promise<void> {
  const ids = await mirror.files.where('owner').anyOf(serverFileIds.map(cacheOwnerOf)).primaryKeys();
  if (ids.length > 0) await dropFiles(mirror, ids);
}

/**
 * Drops the server files used longest ago until the rest fits, those of pinned documents last; never the files of a draft or a
 * command.
 */
export async function trimCache(mirror: Mirror, maxBytes = CACHE_MAX_BYTES): Promise<void> {
  const pinned = await pinnedOwners(mirror);
  const isPinned = (file: FileRow) => Number(pinned.has(file.owner));
  await mirror.transaction('rw', [mirror.files, mirror.chunks], async () => {
    const cached = await mirror.files.where('owner').startsWith(CACHE_PREFIX).toArray();
    cached.sort((left, right) => isPinned(right) - isPinned(left) || right.usedAtMs - left.usedAtMs);
    let bytes = 0;
    const dropped: string[] = [];
    for (const file of cached) {
      bytes += file.size;
      if (bytes > maxBytes) dropped.push(file.id);
    }
    if (dropped.length > 0) await dropFiles(mirror, dropped);
  });
}

type Stored = Pick<FileRow, 'id' | 'owner' | 'name' | 'mime'> & { readonly nowMs: number; readonly bytes: ArrayBuffer };

async function store(mirror: Mirror, { id, owner, name, mime, nowMs, bytes }: Stored): Promise<FileRow> {
  const size = bytes.byteLength;
  const chunks = Math.ceil(size / CHUNK_BYTES);
  const row: FileRow = { id, owner, name, mime, size, sha256: await sha256Of(bytes), chunks, usedAtMs: nowMs };
  await durably(mirror, {
    tables: ['files', 'chunks'],
    work: async () => {
      await mirror.files.put(row);
      for (let index = 0; index < chunks; index += 1) {
        const piece = bytes.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
        await mirror.chunks.put({ fileId: id, index, bytes: piece });
      }
    },
  });
  const kept = await sizeOnDisk(mirror, id);
  if (kept !== size) {
    await dropFiles(mirror, [id]);
    throw new StorageTrouble('lost', new Error(`kept ${kept} of ${size} bytes`));
  }
  return row;
}

/** One piece at a time, so that a large file is never in memory twice. */
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
