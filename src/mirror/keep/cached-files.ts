// Copies of files that the server has: opened before, sent from this device, or prefetched (S70).

import { knownDocuments } from '../engine/document-writes.ts';
import { countAgain, dropFiles, fileRowOf, putFile } from './files.ts';
import { pinnedDocuments, refsOf } from './trim-details.ts';
import { CACHE_PREFIX, cacheOwnerOf, type FileRow } from '../store/rows.ts';
import { durably, readMeta, writeMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';

export const CACHE_MAX_BYTES = 200 * 1024 * 1024;

/**
 * Keeps a copy of a server file for the time without a network, and drops the copies used longest
 * ago where space is needed. Returns null and keeps nothing when the person logged out, here or in
 * another tab, before the file arrived. Throws StorageTrouble.
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
): Promise<FileRow | null> {
  const owner = cacheOwnerOf(serverFileId);
  const known = await cachedFileOf(mirror, serverFileId);
  if (known !== undefined) return known;
  const bytes = await blob.arrayBuffer();
  const row = await fileRowOf({ id: owner, owner, name, mime, nowMs, bytes });
  const isKept = await durably(mirror, {
    tables: ['files', 'chunks', 'meta'],
    isSpare: true,
    work: async () => {
      if ((await readMeta(mirror, 'session')) === undefined) return false;
      await putFile(mirror, { row, bytes });
      return true;
    },
  });
  if (!isKept) return null;
  await countAgain(mirror, row);
  await trimCache(mirror);
  return row;
}

/** The kept copy of a server file; undefined when it is not on this device. */
export async function cachedFileOf(mirror: Mirror, serverFileId: number): Promise<FileRow | undefined> {
  return mirror.files.where('owner').equals(cacheOwnerOf(serverFileId)).first();
}

/** Notes when a file was last used. Trimming drops those used longest ago first. */
export async function touchFile(mirror: Mirror, { id, nowMs }: { id: string; nowMs: number }): Promise<void> {
  await mirror.files.update(id, { usedAtMs: nowMs });
}

/**
 * How many days a kept copy stays after its last use. Copies of pinned documents stay beyond that.
 */
export const CACHE_DAYS = 180;

/**
 * The bytes of all kept copies of server files (`all`), and of those that belong to pinned
 * documents (`pinned`).
 */
export async function keptBytes(mirror: Mirror): Promise<{ all: number; pinned: number }> {
  const owners = await pinnedOwners(mirror);
  const bytes = { all: 0, pinned: 0 };
  await mirror.files
    .where('owner')
    .startsWith(CACHE_PREFIX)
    .each((file) => {
      bytes.all += file.size;
      if (owners.has(file.owner)) bytes.pinned += file.size;
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

/**
 * Drops kept copies of server files until the others have at most `maxBytes`: those used longest
 * ago first, those of pinned documents last. Never drops files of a draft or a command.
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

/** The owners of the kept copies that belong to pinned documents. */
export async function pinnedOwners(mirror: Mirror): Promise<ReadonlySet<string>> {
  const ids = [...(await pinnedDocuments(mirror))];
  const { known: documents } = await knownDocuments(mirror, ids);
  const details = await mirror.details.bulkGet([...documents.values()].map(({ key }) => key));
  return new Set(details.flatMap(refsOf).map((ref) => cacheOwnerOf(ref.id)));
}

/**
 * Pins a document ("Guardar neste aparelho"), or takes its pin away. Resolves once the choice is
 * durable.
 */
export async function pinDocument(mirror: Mirror, { id, isPinned }: { id: number; isPinned: boolean }): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const others = [...(await pinnedDocuments(mirror))].filter((one) => one !== id);
      await writeMeta(mirror, { name: 'pinnedDocuments', value: isPinned ? [...others, id] : others });
    },
  });
}
