// The place of the backups that the server makes by itself: BACKUP_TO, a folder or a bucket. Each
// stored file is there once, under its key, however many backups point at it. Each backup is a
// moment: an archive of the rows, with the list of the files to which they point.

import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as v from 'valibot';
import { isBucket } from '../config/config.ts';
import { readS3Address } from '../config/s3-address.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { FileDamaged, type FileStore, STORAGE_KEY, STORE_NAME, StoreUnavailable } from '../files/file-store.ts';
import { readStored } from '../files/read-stored.ts';
import {
  type AddEntry,
  type ArchiveEntry,
  damaged,
  linesIn,
  LIST_KIND,
  packed,
  readEntries,
  Totals,
  TOTALS_NAME,
} from './archive.ts';

export type BackupPlace = {
  /** The files to which any moment points, each once. */
  readonly stored: FileStore;
  /** The archives, one for each moment. */
  readonly moments: FileStore;
};

const LISTED_IN_PART = 10_000;

/** The name of a moment's archive. The order of names is the order of time. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/;

/** Opens the place. Only a writer removes what an earlier writer left half written. */
export async function openBackupPlace(to: string, options: { readonly isWriter?: boolean } = {}): Promise<BackupPlace> {
  if (isBucket(to)) {
    const { openS3Store } = await import('../files/s3-store.ts');
    const address = readS3Address(to, 'BACKUP_TO');
    const at = (prefix: string, form: RegExp): Promise<FileStore> =>
      openS3Store(address, { prefix: `malote-backup/${prefix}/`, form });
    return { stored: await at('stored', STORAGE_KEY), moments: await at('moments', MOMENT) };
  }
  const at = (name: string, form: RegExp): Promise<FileStore> =>
    openDiskStore(join(to, name), { besideServer: options.isWriter !== true, form });
  return { stored: await at('stored', STORAGE_KEY), moments: await at('moments', MOMENT) };
}

/**
 * Claims the place for one database, because files to which no moment points are removed from it.
 * Throws when another database has it. `name` is the name of the database's file store (S27).
 */
export async function claimPlace({ stored }: BackupPlace, name: string): Promise<void> {
  const known = await stored.note(STORE_NAME);
  if (known === null) await stored.keepNote(STORE_NAME, name);
  else if (known !== name)
    throw new Error('BACKUP_TO guarda os backups de outro banco de dados: escolha outra pasta ou outro bucket');
}

/** The names of all moments, oldest first. */
export async function momentsOf({ moments }: BackupPlace): Promise<readonly string[]> {
  return (await keysOf(moments)).toSorted();
}

export function momentAt(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`;
}

/**
 * The moment that a person names: `last`, or the beginning of exactly one name. Throws otherwise.
 */
export async function momentNamed(place: BackupPlace, said: string): Promise<string> {
  const names = await momentsOf(place);
  const [found, ...others] = said === 'last' ? names.slice(-1) : names.filter((name) => name.startsWith(said));
  if (found !== undefined && others.length === 0) return found;
  throw new Error(`em BACKUP_TO não há um só backup ${said}; há: ${names.join(', ') || 'nenhum'}`);
}

export async function writeMoment(
  { moments }: BackupPlace,
  moment: { readonly name: string; readonly fill: (add: AddEntry) => Promise<void> },
): Promise<void> {
  const { archive, filled } = packed(moment.fill);
  const zipped = pipeline(archive, createGzip(), () => undefined);
  const put = moments.put(zipped, { storageKey: moment.name, maxBytes: Infinity });
  await Promise.all([filled, put]);
}

export async function* readMoment({ moments }: BackupPlace, name: string): AsyncGenerator<ArchiveEntry> {
  const { stream } = await moments.open(name);
  const entries = pipeline(stream, createGunzip(), () => undefined);
  try {
    yield* readEntries(entries);
  } finally {
    stream.destroy();
    await finished(stream, { writable: false }).catch(() => undefined);
  }
}

/** A stored file to which rows of one moment point: its key, and the hash and size in its row. */
export const ListedFile = v.object({
  storageKey: v.string(),
  sha256: v.nullable(v.string()),
  size: v.nullable(v.number()),
});
export type ListedFile = v.InferOutput<typeof ListedFile>;

export function readList(content: Buffer): ListedFile[] {
  return v.parse(v.array(ListedFile), JSON.parse(content.toString('utf8')));
}

/** Adds the list of files to an archive, in parts. */
export async function addList(add: AddEntry, files: readonly ListedFile[]): Promise<void> {
  for (let at = 0; at < files.length; at += LISTED_IN_PART) {
    const part = files
      .slice(at, at + LISTED_IN_PART)
      .map(({ storageKey, sha256, size }): ListedFile => ({ storageKey, sha256, size }));
    await add(`${LIST_KIND}/${String(at / LISTED_IN_PART).padStart(6, '0')}`, Buffer.from(JSON.stringify(part)));
  }
}

/** The files of one moment. Reads no further than their list. */
async function listOf(place: BackupPlace, name: string): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  for await (const entry of readMoment(place, name)) {
    const [kind] = entry.name.split('/');
    if (kind === LIST_KIND) listed.push(...readList(entry.content));
    else if (kind === 'tables' || entry.name === TOTALS_NAME) return listed;
  }
  throw damaged();
}

/**
 * Reads a moment again, as it was stored. Resolves to the keys of its files that are missing or,
 * where `isRead` says that their bytes are compared, have other bytes. Throws when the archive
 * itself is not whole.
 */
export async function proveMoment(
  place: BackupPlace,
  { name, isRead }: { readonly name: string; readonly isRead: (key: string) => boolean },
): Promise<readonly string[]> {
  const there = new Set(await keysOf(place.stored));
  const rows: Record<string, number> = {};
  const listed: ListedFile[] = [];
  let totals: Totals | null = null;
  for await (const { name: entry, content } of readMoment(place, name)) {
    const [kind, table = ''] = entry.split('/');
    if (kind === LIST_KIND) listed.push(...readList(content));
    else if (kind === 'tables') rows[table] = (rows[table] ?? 0) + linesIn(content);
    else if (entry === TOTALS_NAME) totals = v.parse(Totals, JSON.parse(content.toString('utf8')));
  }
  if (totals === null || totals.files !== listed.length) throw damaged();
  for (const [table, count] of Object.entries(totals.rows)) if ((rows[table] ?? 0) !== count) throw damaged();
  const wrong: string[] = [];
  for (const file of listed) {
    const { storageKey } = file;
    if (!there.has(storageKey) || (isRead(storageKey) && !(await isWhole(place.stored, file)))) wrong.push(storageKey);
  }
  return wrong;
}

async function isWhole(files: FileStore, file: ListedFile): Promise<boolean> {
  try {
    const bytes = await readStored(files, file);
    bytes.resume();
    await finished(bytes);
    return true;
  } catch (error) {
    if (error instanceof FileDamaged) return false;
    throw error;
  }
}

/**
 * Removes all moments but the newest `keep`, and the files to which no kept moment points. Resolves
 * to the names of moments that can't be read: while there is one, no file is removed.
 */
export async function prunePlace(place: BackupPlace, keep: number): Promise<readonly string[]> {
  const names = await momentsOf(place);
  const old = names.slice(0, Math.max(0, names.length - keep));
  if (old.length === 0) return [];
  const named = new Set<string>();
  const unreadable: string[] = [];
  for (const name of names.slice(old.length)) {
    const listed = await listOf(place, name).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      unreadable.push(name);
      return [];
    });
    for (const { storageKey } of listed) named.add(storageKey);
  }
  for (const name of old) await place.moments.remove(name);
  if (unreadable.length > 0) return unreadable;
  for (const key of await keysOf(place.stored)) if (!named.has(key)) await place.stored.remove(key);
  return [];
}

export async function keysOf(files: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.list()) keys.push(key);
  return keys;
}

/** Copies a file under its key. Returns false when `from` does not have it whole. */
export async function copyStored(file: ListedFile, { from, into }: Record<'from' | 'into', FileStore>) {
  try {
    const bytes = await readStored(from, file);
    await into.put(bytes, { storageKey: file.storageKey, maxBytes: Infinity });
    return true;
  } catch (error) {
    if (error instanceof FileDamaged) return false;
    throw error;
  }
}

/**
 * Copies files, whose bytes are compared with their rows while they are read. Resolves to those
 * that `from` does not have whole.
 */
export async function copyAll<File extends ListedFile>(
  files: readonly File[],
  stores: Record<'from' | 'into', FileStore>,
): Promise<readonly File[]> {
  const left: File[] = [];
  for (const file of files) if (!(await copyStored(file, stores))) left.push(file);
  return left;
}
