// The archive of a backup: a tar, read and written as a stream. First comes `malote-backup.json`,
// then the files, then each table in parts as COPY writes it, and last `complete.json`. An archive
// without the last entry was cut off.

import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { extract, pack, type Pack } from 'tar-stream';
import * as v from 'valibot';
import { StoreUnavailable, wantOfDisk } from '../files/file-store.ts';
import { StartFault } from '../postgres/start-faults.ts';

export const FORMAT = 1;

export const Manifest = v.object({
  format: v.literal(FORMAT),
  at: v.string(),
  /** Version of the product that made the backup; absent in those of the first versions. */
  version: v.optional(v.string()),
  /** Hashes of the migrations that made the tables. */
  migrations: v.array(v.string()),
  /** The tables with their columns, ordered so that each table comes after those it refers to. */
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()) })),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export const Totals = v.object({
  rows: v.record(v.string(), v.number()),
  files: v.number(),
  /**
   * Keys of files that were missing or wrong when the backup was made, and are not in it. Absent
   * when there are none, and in backups of earlier versions.
   */
  lost: v.optional(v.array(v.string())),
});
export type Totals = v.InferOutput<typeof Totals>;

export const MANIFEST_NAME = 'malote-backup.json';
export const TOTALS_NAME = 'complete.json';
/**
 * The kind of entries that list the files, in an archive whose files lie beside it (BACKUP_TO).
 * These entries come after the manifest.
 */
export const LIST_KIND = 'stored';

/** Adds one entry; resolves when the stream has accepted it. */
export type AddEntry = (name: string, content: Buffer) => Promise<void>;

/**
 * Writes `path` with mode 0600, never over an existing file. Either everything that `fill` adds is
 * written durably and completely, or no file is left.
 */
export async function writeArchive(path: string, fill: (add: AddEntry) => Promise<void>): Promise<void> {
  const partial = `${path}.part`;
  await refuseExisting(path);
  try {
    const { archive, filled } = packed(fill);
    const written = pipeline(archive, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
    await Promise.all([filled, written]);
    await syncPath(partial);
    await rename(partial, path);
    await syncPath(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    const want = wantOfDisk(error);
    if (want === null) throw error;
    const why = want === 'full' ? 'o disco está cheio' : 'a pasta não existe ou não pode ser gravada';
    throw new StartFault(`${path} não pôde ser escrito: ${why}`);
  }
}

/**
 * Returns an archive as a stream, and `filled`, which resolves when `fill` has added everything.
 * When `fill` fails, the stream fails too.
 */
export function packed(fill: (add: AddEntry) => Promise<void>): {
  readonly archive: Pack;
  readonly filled: Promise<void>;
} {
  const archive = pack();
  const add: AddEntry = (name, content) =>
    new Promise((resolve, reject) => {
      archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    });
  const filled = fill(add).then(
    () => archive.finalize(),
    (error: Error) => {
      archive.destroy(error);
      throw error;
    },
  );
  return { archive, filled };
}

export type ArchiveEntry = { readonly name: string; readonly content: Buffer };

/** Every entry of the archive with its content, in order. An entry has at most some 20 MB. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  try {
    yield* readEntries(createReadStream(path));
  } catch (error) {
    if (wantOfDisk(error) === null) throw error;
    throw new Error(`${path} não pode ser lido`, { cause: error });
  }
}

/** Every entry of an archive that comes as a stream. */
export async function* readEntries(stream: Readable): AsyncGenerator<ArchiveEntry> {
  const entries = extract();
  const read = pipeline(stream, entries);
  // The iteration below reports this error. The empty handler only prevents an unhandled rejection.
  read.catch(() => undefined);
  try {
    for await (const entry of entries) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
      yield { name: entry.header.name, content: Buffer.concat(chunks) };
    }
    await read;
  } catch (error) {
    throw error instanceof StoreUnavailable || wantOfDisk(error) !== null ? error : damaged(error);
  }
}

/**
 * How many rows there are in what COPY wrote: one a line, because a line feed in a value is written
 * as \n.
 */
export function linesIn(content: Buffer): number {
  let lines = 0;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** The error for a file that is not a whole archive of this application. */
export function damaged(cause?: unknown): Error {
  return new Error('o backup está incompleto ou danificado', { cause });
}

async function refuseExisting(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return;
  await handle.close();
  throw new Error(`${path} já existe: escolha outro nome`);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * A stored file as its row describes it. `size` is null for images, `sha256` for images stored
 * before hashes were kept.
 */
export type StoredRow = {
  readonly storageKey: string;
  readonly sha256: string | null;
  readonly size: number | null;
  readonly tenantId: number;
  /**
   * The file as people know it: the document's number or its owner, its name, its tenant's acronym.
   */
  readonly of: string;
};

/**
 * Every file that the database points at, of all tenants. Needs the owner of the tables and the
 * setting app.maintenance.
 */
export async function readStoredRows(client: pg.Client): Promise<readonly StoredRow[]> {
  const { rows } = await client.query<StoredRow>(
    `select f.storage_key as "storageKey", f.sha256, f.size::float8 as size, f.tenant_id::float8 as "tenantId",
       coalesce('documento ' || t.acronym || lpad(d.number::text, greatest(3, length(d.number::text)), '0'),
         'modelo de ' || t.acronym) || ', ' || f.name as of
       from files f join tenants t on t.id = f.tenant_id
         left join documents d on d.tenant_id = f.tenant_id and d.id = f.document_id
     union all select u.image_key, u.image_sha256, null, u.tenant_id::float8, 'foto de ' || u.email || ', ' || t.acronym
       from users u join tenants t on t.id = u.tenant_id where u.image_key is not null
     union all select logo_key, logo_sha256, null, id::float8, 'brasão de ' || acronym from tenants where logo_key is not null`,
  );
  return rows;
}
