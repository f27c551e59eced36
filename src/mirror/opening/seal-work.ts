// A person leaves and their work stays: it is sealed, read back, and only then put in the place of the plain rows (S94).

import { newSealing, type Cipher } from '../keep/sealing.ts';
import type { FileRow } from '../store/rows.ts';
import { commandOwnerOf } from '../store/rows.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import { sealedRow, type SealedRow } from '../store/sealed-row.ts';
import { durably, StorageTrouble, withSlices } from '../store/storage.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { boundToServerKeys, countsOf, isEmpty, OWN_TABLES, type OwnRows, ownRows } from './own-rows.ts';

/** Where a piece of a file lies: the file and the number of the piece. */
export type Place = readonly [fileId: string, index: number];

/** The first part of a sealing, as JSON; the pieces follow it in their order. */
export type SealedRows = OwnRows & { readonly pieces: readonly Place[] };

/** What binds the parts of a sealing to it, to their number and to its person. */
export function sealingName({ id, userId, parts }: { id: string; userId: number; parts: number }): string {
  return `malote sealed work 1: ${userId} ${id} ${parts}`;
}

/** A tab that is being left may still save what was typed in it. */
const TRIES = 5;

/**
 * Puts sealed work in the place of all unsent work, drafts and their files. `no-key`: no login on this device
 * has brought a key, and everything stays as it was. Interrupted anywhere, it leaves either the plain rows or the sealed ones, and
 * never both: they change places in one transaction. Throws StorageTrouble.
 */
export async function sealWork(mirror: Mirror, userId: number): Promise<'sealed' | 'nothing' | 'no-key'> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { key, tenantId, rows, seen } = await whatToSeal(mirror);
    if (isEmpty(rows)) return 'nothing';
    if (key === undefined) return 'no-key';
    const id = crypto.randomUUID();
    const parts = 1 + rows.pieces.length;
    const { cipher, ephemeral } = await newSealing(key, sealingName({ id, userId, parts }));
    const size = await writeParts(mirror, { id, cipher, rows });
    const file = { id, owner: commandOwnerOf(id), name: '', mime: '', size, sha256: '', chunks: parts, usedAtMs: 0 };
    const row = sealedRow({ id, userId, tenantId, keyId: key.id, ephemeral, parts, counts: countsOf(rows) });
    if (await changePlaces(mirror, { seen, row, file })) return 'sealed';
    await mirror.chunks.where('fileId').equals(id).delete();
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

function readSealingKey(mirror: Mirror) {
  return readMeta(mirror, 'sealingKey');
}

async function whatToSeal(mirror: Mirror): Promise<ToSeal> {
  await dropLooseParts(mirror);
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

/** Parts of a sealing or an opening that was interrupted belong to no file. */
export async function dropLooseParts(mirror: Mirror): Promise<void> {
  await durably(mirror, {
    tables: ['files', 'chunks'],
    work: async () => {
      const known = await mirror.files.toCollection().primaryKeys();
      await mirror.chunks.where('fileId').noneOf(known).delete();
    },
  });
}

type Sealing = { readonly id: string; readonly cipher: Cipher; readonly rows: SealedRows };

/** Writes each part and reads it back from the disk; the bytes written in all. Throws when a part does not open again. */
async function writeParts(mirror: Mirror, { id, cipher, rows }: Sealing): Promise<number> {
  const first = new TextEncoder().encode(JSON.stringify(rows)).buffer;
  const plainOf = async (index: number): Promise<ArrayBuffer> => {
    const place = rows.pieces[index - 1];
    if (place === undefined) return first;
    const piece = await mirror.chunks.get([...place]);
    if (piece === undefined) throw new StorageTrouble('lost', new Error('a piece of a file is gone'));
    return piece.bytes;
  };
  let size = 0;
  for (let index = 0; index <= rows.pieces.length; index += 1) {
    const plain = await plainOf(index);
    const bytes = await cipher.close(index, plain);
    await durably(mirror, { tables: ['chunks'], work: () => mirror.chunks.put({ fileId: id, index, bytes }) });
    const kept = await mirror.chunks.get([id, index]);
    const opened = kept === undefined ? null : await cipher.open(index, kept.bytes);
    if (opened === null || !areEqual(opened, plain))
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

/** In one transaction the sealed row comes and the plain ones go; false when these have changed since they were sealed. */
async function changePlaces(
  mirror: Mirror,
  { seen, row, file }: { seen: string; row: SealedRow; file: FileRow },
): Promise<boolean> {
  return durably(mirror, {
    tables: OWN_TABLES,
    work: async () => {
      const own = await ownRows(mirror);
      if (JSON.stringify(own) !== seen) return false;
      const ids = own.files.map((one) => one.id);
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
