// Seals the work of a person who leaves: the sealed parts are written, read back, and only then
// replace the plain rows (S94).

import type { SealingPublicKey } from '#contract/sealing.ts';
import { joinedDraft } from '../keep/drafts.ts';
import { type Cipher, newSealing } from '../keep/sealing.ts';
import { repliesTo, replyDraftOf, writtenDrafts } from '../keep/written-drafts.ts';
import { type DraftRow, picturesOf } from '../store/draft-row.ts';
import { awaitsAuthor, isPending, isUnsent, type OutboxCommand } from '../store/outbox-row.ts';
import { commandOwnerOf, draftOwnerOf, type FileRow, keyOfServerId } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { isSealed, type KeptWork, sealedRow, type SealedRow } from '../store/sealed-row.ts';
import { durably, readMeta, StorageTrouble, withSlices } from '../store/storage.ts';

/** The key of a piece of a file: the file, and the number of the piece in it. */
type ChunkKey = readonly [fileId: string, index: number];

/**
 * The first part of a sealing, as JSON. The other parts are the pieces of files, in the order of
 * `pieces`.
 */
export type SealedRows = OwnRows & { readonly pieces: readonly ChunkKey[] };

/**
 * The name of a sealing, which the encryption authenticates: a part opens only with the id, the
 * person and the number of parts that it was sealed with.
 */
export function sealingName({ id, userId, parts }: { id: string; userId: number; parts: number }): string {
  return `malote sealed work 1: ${userId} ${id} ${parts}`;
}

/**
 * How often sealing is tried at most. A tab that is being closed may still save what was typed in
 * it; the rows are then sealed again.
 */
const TRIES = 5;

/**
 * Replaces all unsent work, drafts and their files by sealed work. `no-key`: no login on this
 * device has brought a key, and everything stays as it was. One transaction exchanges the rows,
 * after checking that all parts exist. So after an interruption, or beside another context that
 * seals, opens or erases, either the plain rows remain or the sealed ones, never both. Throws
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
    // Parts of a failed sealing take space that the next attempt, or the person, needs. Parts of a
    // successful one belong to a file and stay. Parts that can't be deleted now are deleted with
    // other loose parts.
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
      // The first run was committed, but its answer was lost, so `durably` runs the work again.
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

/**
 * The rows that are a person's own work on this device: commands that are not done, written drafts,
 * and the files of both.
 */
export type OwnRows = {
  /** As stored, including rows that this version does not understand. */
  readonly commands: readonly OutboxCommand[];
  readonly drafts: readonly DraftRow[];
  readonly files: readonly FileRow[];
};

/**
 * The tables that hold a person's own work, and `documents`, with which `writtenDrafts` compares
 * replies.
 */
const OWN_TABLES = ['commands', 'drafts', 'files', 'chunks', 'documents'] as const;

/**
 * Reads unsent commands, written drafts, and their files, inside the caller's transaction. Sealed
 * work is not among them.
 */
export async function ownRows(mirror: Mirror): Promise<OwnRows> {
  const stored = await mirror.commands.toCollection().raw().toArray();
  const commands = stored.filter((command) => command.state !== 'done' && !isSealed(command));
  const drafts = await writtenDrafts(mirror);
  const owners = [...commands.map(({ id }) => commandOwnerOf(id)), ...drafts.map(({ id }) => draftOwnerOf(id))];
  return { commands, drafts, files: await mirror.files.where('owner').anyOf(owners).toArray() };
}

export function isEmpty({ commands, drafts }: OwnRows): boolean {
  return commands.length + drafts.length === 0;
}

/** The counts of this work that a person is shown. */
export function countsOf({ commands, drafts }: OwnRows): KeptWork {
  const counted = commands.filter(isUnsent);
  return {
    unsent: counted.length,
    sendable: counted.filter((command) => isPending(command) && !awaitsAuthor(command)).length,
    drafts: drafts.length,
  };
}

/**
 * In commands and drafts on registered documents, replaces the local key of the document by the
 * server's. Only the rows of documents connect the two keys, and they are about to be erased.
 * Inside the caller's transaction.
 */
export async function boundToServerKeys(mirror: Mirror, own: OwnRows): Promise<OwnRows> {
  const creations = own.commands.filter((command) => command.type === 'create-document');
  const unregistered = new Set(creations.map((command) => command.documentKey));
  const boundKeyOf = async (key: string): Promise<string> => {
    const serverId = (await mirror.documents.get(key))?.serverId ?? null;
    return serverId === null || unregistered.has(key) ? key : keyOfServerId(serverId);
  };
  const commands: OutboxCommand[] = [];
  for (const command of own.commands) commands.push({ ...command, documentKey: await boundKeyOf(command.documentKey) });
  const drafts = new Map(own.drafts.map((draft) => [draft.id, draft]));
  const owners = new Map<string, string>();
  for (const draft of own.drafts) {
    const answered = repliesTo(draft);
    const id = answered === null ? draft.id : replyDraftOf(await boundKeyOf(answered));
    if (id === draft.id) continue;
    const there = drafts.get(id);
    const moved = { ...draft, id };
    drafts.delete(draft.id);
    drafts.set(id, there === undefined ? moved : joinedDraft(there, moved));
    for (const fileId of [...draft.fileIds, ...picturesOf(draft)]) owners.set(fileId, draftOwnerOf(id));
  }
  const files = own.files.map((file) => ({ ...file, owner: owners.get(file.id) ?? file.owner }));
  return { commands, drafts: [...drafts.values()], files };
}
