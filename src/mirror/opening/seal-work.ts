// Seals the work of a person who leaves: the sealed parts are written, read back, and only then
// replace the plain rows (S94).

import { newSealing, type Cipher } from '../keep/sealing.ts';
import type { SealingPublicKey } from '#contract/sealing.ts';
import type { FileRow } from '../store/rows.ts';
import { commandOwnerOf } from '../store/rows.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import { sealedRow, type SealedRow } from '../store/sealed-row.ts';
import { durably, StorageTrouble, withSlices } from '../store/storage.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { boundToServerKeys, countsOf, isEmpty, OWN_TABLES, type OwnRows, ownRows } from './own-rows.ts';

/** The key of a piece of a file: the file and the number of the piece. */
export type ChunkKey = readonly [fileId: string, index: number];

/** The first part of a sealing, as JSON; the pieces follow it in their order. */
export type SealedRows = OwnRows & { readonly pieces: readonly ChunkKey[] };

/**
 * The authenticated name of a sealing: parts open only with its id, its person and its number of
 * parts.
 */
export function sealingName({ id, userId, parts }: { id: string; userId: number; parts: number }): string {
  return `malote sealed work 1: ${userId} ${id} ${parts}`;
}

/** How often sealing is tried: a tab that is being closed may still save what was typed in it. */
const TRIES = 5;

/**
 * Replaces all unsent work, drafts and their files by sealed work. `no-key`: no login on this
 * device has brought a key, and everything stays as it was. When it is interrupted, or meets
 * another context that seals, opens or erases, either the plain rows or the sealed ones remain, and
 * never both: one transaction exchanges them, after checking that all parts exist. Throws
 * StorageTrouble, or the error of an unusable key; everything stays as it was then.
 */
export async function sealWork(mirror: Mirror, userId: number): Promise<'sealed' | 'nothing' | 'no-key'> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { key, tenantId, rows, seen } = await whatToSeal(mirror);
    if (isEmpty(rows)) return 'nothing';
    if (key === undefined) return 'no-key';
    if (await seal(mirror, { userId, tenantId, key, rows, seen })) return 'sealed';
  }
  throw new StorageTrouble('lost', new Error('the work changed while it was being sealed'));
}

type ToSeal = {
  readonly key: Awaited<ReturnType<typeof readSealingKey>>;
  readonly tenantId: number;
  readonly rows: SealedRows;
  /** The stored rows as text, to find out whether they have changed since. */
  readonly seen: string;
};

/** Seals once; returns false when rows or parts have changed meanwhile. */
async function seal(
  mirror: Mirror,
  { userId, tenantId, key, rows, seen }: ToSeal & { userId: number; key: SealingPublicKey },
): Promise<boolean> {
  const id = crypto.randomUUID();
  const parts = 1 + rows.pieces.length;
  try {
    const { cipher, ephemeral } = await newSealing(key, sealingName({ id, userId, parts }));
    const size = await writeParts(mirror, { id, cipher, rows });
    if (size === null) return false;
    const file = { id, owner: commandOwnerOf(id), name: '', mime: '', size, sha256: '', chunks: parts, usedAtMs: 0 };
    const row = sealedRow({ id, userId, tenantId, keyId: key.id, ephemeral, parts, counts: countsOf(rows) });
    return await changePlaces(mirror, { seen, row, file, pieces: rows.pieces });
  } finally {
    // The parts take space that the next attempt, or the person, needs. Parts that can't be deleted
    // now are deleted with other loose parts.
    await dropLooseParts(mirror, id).catch(() => undefined);
  }
}

function readSealingKey(mirror: Mirror) {
  return readMeta(mirror, 'sealingKey');
}

async function whatToSeal(mirror: Mirror): Promise<ToSeal> {
  return mirror.transaction('r', withSlices([...OWN_TABLES, 'meta']), async () => {
    const own = await ownRows(mirror);
    const ids = own.files.map((file) => file.id);
    const places = await mirror.chunks.where('fileId').anyOf(ids).primaryKeys();
    return {
      key: await readSealingKey(mirror),
      tenantId: (await readMeta(mirror, 'session'))?.tenant.id ?? 0,
      rows: { ...(await boundToServerKeys(mirror, own)), pieces: places },
      seen: JSON.stringify(own),
    };
  });
}

/**
 * Deletes the parts of an interrupted sealing or opening, which belong to no file. `id`: only those
 * of this sealing. A sealing that is still running notices that its parts are gone and does not
 * replace anything.
 */
export async function dropLooseParts(mirror: Mirror, id?: string): Promise<void> {
  await durably(mirror, {
    tables: ['files', 'chunks'],
    work: async () => {
      const known = await mirror.files.toCollection().primaryKeys();
      if (id === undefined) await mirror.chunks.where('fileId').noneOf(known).delete();
      else if (!known.includes(id)) await mirror.chunks.where('fileId').equals(id).delete();
    },
  });
}

type Sealing = { readonly id: string; readonly cipher: Cipher; readonly rows: SealedRows };

/**
 * Writes each part and reads it back from the disk; returns the number of bytes written. Null when
 * another context deleted a part or a piece. Throws when a part does not open again.
 */
async function writeParts(mirror: Mirror, { id, cipher, rows }: Sealing): Promise<number | null> {
  const first = new TextEncoder().encode(JSON.stringify(rows)).buffer;
  const plainOf = async (index: number): Promise<ArrayBuffer | undefined> => {
    const place = rows.pieces[index - 1];
    if (place === undefined) return first;
    return (await mirror.chunks.get([...place]))?.bytes;
  };
  let size = 0;
  for (let index = 0; index <= rows.pieces.length; index += 1) {
    const plain = await plainOf(index);
    if (plain === undefined) return null;
    const bytes = await cipher.close(index, plain);
    await durably(mirror, { tables: ['chunks'], work: () => mirror.chunks.put({ fileId: id, index, bytes }) });
    const kept = await mirror.chunks.get([id, index]);
    if (kept === undefined) return null;
    if (!areEqual(await cipher.open(index, kept.bytes), plain))
      throw new StorageTrouble('lost', new Error('a sealed part does not open'));
    size += bytes.byteLength;
  }
  return size;
}

function areEqual(left: ArrayBuffer, right: ArrayBuffer): boolean {
  if (left.byteLength !== right.byteLength) return false;
  const [one, other] = [new Uint8Array(left), new Uint8Array(right)];
  return one.every((byte, index) => byte === other[index]);
}

type Change = {
  readonly seen: string;
  readonly row: SealedRow;
  readonly file: FileRow;
  readonly pieces: readonly ChunkKey[];
};

/**
 * Writes the sealed row and deletes the plain ones in one transaction. Returns false when the plain
 * rows have changed since they were sealed, or when a sealed part is missing.
 */
async function changePlaces(mirror: Mirror, { seen, row, file, pieces }: Change): Promise<boolean> {
  return durably(mirror, {
    tables: OWN_TABLES,
    work: async () => {
      // The answer to the first commit was lost.
      if ((await mirror.commands.where('id').equals(row.id).count()) > 0) return true;
      const own = await ownRows(mirror);
      const ids = own.files.map((one) => one.id);
      if (JSON.stringify(own) !== seen) return false;
      // Pieces that were not sealed must not be deleted.
      if ((await mirror.chunks.where('fileId').anyOf(ids).count()) !== pieces.length) return false;
      if (!(await areThere(mirror, pieces))) return false;
      if ((await mirror.chunks.where('fileId').equals(file.id).count()) !== file.chunks) return false;
      await mirror.chunks.where('fileId').anyOf(ids).delete();
      await mirror.files.bulkDelete(ids);
      await mirror.drafts.bulkDelete(own.drafts.map((draft) => draft.id));
      await mirror.commands.bulkDelete(own.commands.map((command) => command.seq));
      await mirror.files.put(file);
      const { seq: _given, ...added } = row;
      await mirror.commands.add(added as unknown as OutboxCommand);
      return true;
    },
  });
}

/** Whether each of these pieces is stored; inside the caller's transaction over chunks. */
export async function areThere(mirror: Mirror, pieces: readonly ChunkKey[]): Promise<boolean> {
  const ids = [...new Set(pieces.map(([fileId]) => fileId))];
  const stored = await mirror.chunks.where('fileId').anyOf(ids).primaryKeys();
  const places = new Set(stored.map(String));
  return pieces.every((place) => places.has(String(place)));
}
