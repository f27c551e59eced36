import { Dexie } from 'dexie';
import { dropDetails, noteErasure } from '../engine/changes.ts';
import { dropFiles } from '../keep/files.ts';
import { inTime } from '../store/page-sleep.ts';
import { CACHE_PREFIX } from '../store/rows.ts';
import { type Mirror, profileName } from '../store/schema.ts';
import type { KeptWork } from '../store/sealed-row.ts';
import { durably, StorageTrouble, type TableName } from '../store/storage.ts';
import { alone } from './alone.ts';
import { letGo, openAnsweringMirror, othersHere } from './open-mirror.ts';
import { boundToServerKeys, countsOf, dropLooseParts, isEmpty, type OwnRows, ownRows, sealWork } from './seal-work.ts';
import { sealedWork } from './unseal-work.ts';

/**
 * Logout: erases the person's data from this device. Unsent work and drafts stay, with their files,
 * sealed until their author's next login, unless the author chose to discard them (I1, S94, rules
 * C16, E4). Work that can't be sealed stays unsealed, because a logout that fails would keep every
 * other person out. Returns the counts of what stays; null when nothing stays. Throws
 * StorageTrouble.
 */
export async function eraseMirror(userId: number, { discardUnsent = false } = {}): Promise<KeptWork | null> {
  return alone({ name: profileName(userId) }, async (isAlone) => {
    const { mirror } = await openAnsweringMirror(userId);
    const kept = discardUnsent ? null : await keepOnlyWork(mirror, { userId, isAlone });
    letGo(userId);
    // An open connection of another context may block the deletion.
    if (kept === null) await inTime(Dexie.delete(mirror.name), () => new StorageTrouble('silent', null));
    return kept;
  });
}

/**
 * Seals the person's unsent work, erases everything else in the mirror, and returns the counts of
 * what stays. Null when there is no such work: nothing is erased then, and the caller can delete
 * the whole database.
 */
export async function keepOnlyWork(mirror: Mirror, at: { userId: number; isAlone: boolean }): Promise<KeptWork | null> {
  const kept = await keepWork(mirror, at);
  if (kept !== null) await eraseAllButOwnWork(mirror);
  return kept;
}

async function keepWork(
  mirror: Mirror,
  { userId, isAlone }: { userId: number; isAlone: boolean },
): Promise<KeptWork | null> {
  // Sealing needs space for a second copy of the work. When making space fails, sealing is tried
  // all the same.
  await makeSpace(mirror, { isAlone }).catch(() => undefined);
  const done = await sealWork(mirror, userId).catch(() => 'failed' as const);
  return keptWork(mirror, done === 'no-key' ? done : 'failed');
}

/**
 * Deletes copies of the server's files and the details, to make space. Also deletes the parts of an
 * interrupted sealing when no other context works on this mirror.
 */
async function makeSpace(mirror: Mirror, { isAlone }: { isAlone: boolean }): Promise<void> {
  await durably(mirror, {
    tables: ['files', 'chunks', 'details', 'meta'],
    work: async () => {
      await dropFiles(mirror, await mirror.files.where('owner').startsWith(CACHE_PREFIX).primaryKeys());
      await dropDetails(mirror, await mirror.details.toCollection().primaryKeys());
    },
  });
  if (isAlone) await dropLooseParts(mirror);
}

/**
 * Counts the work that stays; null for none. `reason`: why the unsealed part of it was not sealed.
 */
async function keptWork(mirror: Mirror, reason: 'no-key' | 'failed'): Promise<KeptWork | null> {
  return mirror.transaction('r', mirror.tables, async () => {
    const plain = await ownRows(mirror);
    const sealed = await sealedWork(mirror);
    if (isEmpty(plain) && sealed.length === 0) return null;
    const counts = [countsOf(plain), ...sealed.map(({ payload }) => payload.counts)].reduce((sum, one) => ({
      unsent: sum.unsent + one.unsent,
      sendable: (sum.sendable ?? 0) + (one.sendable ?? 0),
      drafts: sum.drafts + one.drafts,
    }));
    return isEmpty(plain) ? counts : { ...counts, unsealed: reason };
  });
}

async function eraseAllButOwnWork(mirror: Mirror): Promise<void> {
  const tables = mirror.tables.map(({ name }) => name as TableName);
  await durably(mirror, {
    tables,
    work: async () => {
      const plain = await ownRows(mirror);
      const bound = await boundToServerKeys(mirror, plain);
      const sealed = new Set((await sealedWork(mirror)).map(({ id }) => id));
      const kept = [...sealed, ...plain.files.map((file) => file.id)];
      await mirror.files.where('id').noneOf(kept).delete();
      await mirror.chunks.where('fileId').noneOf(kept).delete();
      await mirror.commands.where('state').equals('done').delete();
      await mirror.drafts
        .where('id')
        .noneOf(bound.drafts.map(({ id }) => id))
        .delete();
      await putBound(mirror, { plain, bound });
      const ownWork = new Set(['commands', 'drafts', 'files', 'chunks']);
      await noteErasure(mirror, async () => {
        for (const table of mirror.tables) if (!ownWork.has(table.name)) await table.clear();
      });
    },
  });
}

/**
 * Writes only the rows whose keys `boundToServerKeys` has changed, because a device without space
 * can delete, but not write much.
 */
async function putBound(mirror: Mirror, { plain, bound }: { plain: OwnRows; bound: OwnRows }): Promise<void> {
  const before = new Set<unknown>(plain.drafts);
  const owners = new Map(plain.files.map(({ id, owner }) => [id, owner]));
  const keys = new Map(plain.commands.map(({ seq, documentKey }) => [seq, documentKey]));
  await mirror.drafts.bulkPut(bound.drafts.filter((draft) => !before.has(draft)));
  await mirror.files.bulkPut(bound.files.filter(({ id, owner }) => owners.get(id) !== owner));
  for (const { seq, documentKey } of bound.commands)
    if (keys.get(seq) !== documentKey) await mirror.commands.update(seq, { documentKey });
}

/**
 * Erases the data of all people on this device but `userId`, before it becomes a shared tablet:
 * some may not have logged out. Their work stays, sealed where they have a key. `onErased` gets the
 * counts of each person before the next one is erased, so that an interruption loses no count.
 * Throws StorageTrouble.
 */
export async function eraseOthers(
  userId: number,
  onErased: (person: { userId: number; kept: KeptWork | null }) => Promise<void>,
): Promise<void> {
  for (const other of await othersHere(userId)) await onErased({ userId: other, kept: await eraseMirror(other) });
}
