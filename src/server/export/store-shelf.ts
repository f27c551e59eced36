// Stores an export for its download (S239). Attachments stay where they are: only their size, CRC
// and hash are noted. Everything else is stored in parts. An export that goes on after a stop does
// not read again the attachments that it has noted.

import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { FileDamaged, type FileStore } from '../files/file-store.ts';
import { readStored } from '../files/read-stored.ts';
import { removeEntries } from './exports.ts';
import { type Shelf, type Sum, SUMS } from './make-export.ts';
import type { StoredFile } from './stored-files.ts';
import { centralBytes, endBytes, headerBytes } from './zip-archive.ts';

export const PART_BYTES = 8 * 1024 * 1024;
const ENTRIES_AT_ONCE = 500;

export type StoreOf = {
  readonly files: FileStore;
  readonly tenantId: number;
  /** Called often: renews the lease, and throws when the export was removed. */
  readonly alive: () => Promise<void>;
  readonly asMaker: AsMaker;
};

/**
 * A transaction during which the export can't be removed and no other server takes it. Throws when
 * that has happened already.
 */
type AsMaker = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

type Entry = {
  readonly path: string;
  readonly size: number;
  readonly crc32: number;
  readonly sha256: string;
  readonly file_id: number | null;
  readonly storage_key: string | null;
  readonly text_at: number | null;
};

/** Opens the shelf. `size` returns the bytes of the archive once the export is complete. */
export async function openStoreShelf(of: StoreOf): Promise<Shelf & { readonly size: () => number }> {
  const { files, tenantId, alive, asMaker } = of;
  const own = sql`tenant_id = ${tenantId}`;
  const measured = new Set(
    (
      await asMaker((tx) =>
        tx.rowsOf(
          v.object({ id: v.number() }),
          sql`select file_id as id from export_entries where ${own} and file_id is not null`,
        ),
      )
    ).map(({ id }) => id),
  );
  let waiting: Entry[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  let textAt = 0;
  let size = 0;

  const flushEntries = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const rows = JSON.stringify(waiting);
    waiting = [];
    await asMaker((tx) =>
      tx.execute(sql`insert into export_entries (tenant_id, path, size, crc32, sha256, file_id, storage_key, text_at)
        select ${tenantId}::bigint, e.* from jsonb_to_recordset(${rows}::jsonb) as e (path text, size bigint, crc32 bigint,
          sha256 text, file_id bigint, storage_key text, text_at bigint)
        on conflict (tenant_id, path) do update set size = excluded.size, crc32 = excluded.crc32, sha256 = excluded.sha256,
          file_id = excluded.file_id, storage_key = excluded.storage_key, text_at = excluded.text_at`),
    );
  };
  const note = async (entry: Entry): Promise<void> => {
    if (waiting.push(entry) >= ENTRIES_AT_ONCE) await flushEntries();
  };
  const storePart = async (): Promise<void> => {
    if (heldBytes === 0) return;
    const all = Buffer.concat(held);
    const part = all.subarray(0, PART_BYTES);
    held = [all.subarray(PART_BYTES)];
    heldBytes = all.length - part.length;
    const { storageKey } = await files.put(Readable.from([part]), { maxBytes: PART_BYTES });
    try {
      await asMaker((tx) => tx.execute(sql`update exports set parts = parts || ${storageKey}::text where ${own}`));
    } catch (error) {
      await files.remove(storageKey);
      throw error;
    }
  };
  const write = async (path: string, content: AsyncIterable<Buffer | string>): Promise<Sum> => {
    const begin = textAt;
    const facts = await measure(content, async (bytes) => {
      held.push(bytes);
      heldBytes += bytes.length;
      textAt += bytes.length;
      while (heldBytes >= PART_BYTES) await storePart();
      await alive();
    });
    await note({ path, ...facts, file_id: null, storage_key: null, text_at: begin });
    await alive();
    return facts;
  };
  const measureFile = async ({ id, path, ...file }: StoredFile): Promise<Sum | null> => {
    await alive();
    try {
      const facts = await measure(await readStored(files, file), alive);
      await note({ path, ...facts, file_id: id, storage_key: file.storageKey, text_at: null });
      measured.add(id);
      return facts;
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      return null;
    }
  };
  /** A picture may be replaced while the archive is kept, so its bytes are copied. */
  const copyPicture = async (file: StoredFile): Promise<Sum | null> => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of await readStored(files, file)) chunks.push(chunk as Buffer);
      return await write(file.path, Readable.from(chunks));
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      return null;
    }
  };

  return {
    size: () => size,
    async keep(file) {
      if (file.table !== 'files') return copyPicture(file);
      const isKnown = measured.has(file.id) && file.size !== null && file.sha256 !== null;
      return isKnown ? { size: file.size, sha256: file.sha256 } : measureFile(file);
    },
    async begin() {
      await flushEntries();
      await removeEntries(asMaker, sql`${own} and text_at is not null`);
      const keys = await asMaker(async (tx) => {
        const rows = await tx.rowsOf(
          v.object({ parts: v.array(v.string()) }),
          sql`select parts from exports where ${own} for update`,
        );
        await tx.execute(sql`update exports set parts = '{}' where ${own}`);
        return rows[0]?.parts ?? [];
      });
      for (const key of keys) await files.remove(key);
    },
    write,
    async end() {
      await flushEntries();
      await write(SUMS, sumLines(asMaker, tenantId));
      while (heldBytes > 0) await storePart();
      await flushEntries();
      size = await place(asMaker, tenantId);
    },
  };
}

async function measure(
  content: AsyncIterable<Buffer | string>,
  each: (bytes: Buffer) => Promise<void>,
): Promise<Sum & { readonly crc32: number }> {
  const hash = createHash('sha256');
  let crc = 0;
  let size = 0;
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    hash.update(bytes);
    crc = crc32(bytes, crc);
    size += bytes.length;
    await each(bytes);
  }
  return { size, sha256: hash.digest('hex'), crc32: crc };
}

const PathAndSum = v.object({ path: v.string(), sha256: v.string() });

async function* sumLines(asMaker: AsMaker, tenantId: number): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await asMaker((tx) =>
      tx.rowsOf(
        PathAndSum,
        sql`select path, sha256 from export_entries where tenant_id = ${tenantId} and path collate "C" > ${after} and path <> ${SUMS}
          order by path collate "C" limit ${ENTRIES_AT_ONCE}::int`,
      ),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
    after = last.path;
  }
}

const PathAndSize = v.object({ path: v.string(), size: v.number() });

/**
 * Sets where the header of each entry begins in the archive, in the order of paths. Returns the
 * size of the whole archive in bytes.
 */
async function place(asMaker: AsMaker, tenantId: number): Promise<number> {
  let start = 0;
  let entries = 0;
  let bytes = 0;
  for (let after = ''; ;) {
    const placed = await asMaker(async (tx) => {
      const rows = await tx.rowsOf(
        PathAndSize,
        sql`select path, size from export_entries where tenant_id = ${tenantId} and path collate "C" > ${after}
          order by path collate "C" limit ${ENTRIES_AT_ONCE}::int`,
      );
      const places = rows.map((row) => {
        const at = start;
        start += headerBytes(row) + row.size;
        entries += 1;
        bytes += centralBytes({ ...row, start: at });
        return { path: row.path, start: at };
      });
      await tx.execute(sql`update export_entries e set start = p.start
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (path text, start bigint)
        where e.tenant_id = ${tenantId} and e.path = p.path`);
      return rows;
    });
    const last = placed.at(-1);
    if (last === undefined) return start + bytes + endBytes({ entries, start, bytes });
    after = last.path;
  }
}
