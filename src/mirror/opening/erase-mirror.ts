// Erases a person's mirror.

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
 * C16, E4). What can't be sealed stays as it is, because an erasure that is refused would lock
 * everybody out. Returns the counts of what stays, as they are shown to a person; null when nothing
 * stays. Throws StorageTrouble.
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
 * Seals the work of the person and erases all else, unless there is none: then the mirror can go as
 * a whole, and this is null.
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
  // Sealing needs space for a second copy. Where this write fails too, sealing may still find
  // space.
  await makeSpace(mirror, { isAlone }).catch(() => undefined);
  const done = await sealWork(mirror, userId).catch(() => 'failed' as const);
  return keptWork(mirror, done === 'no-key' ? done : 'failed');
}

/** Drops large rows that the server has too, and the parts of an interrupted sealing. */
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

/** `reason`: why this work was not sealed. */
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
 * Writes only the rows that have another key now: a device without space can delete, but not write
 * much.
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
 * Erases the data of people who did not log out before a device becomes a shared tablet, except
 * those of `userId`. Their work stays, sealed where they have a key. `onErased` gets the counts of
 * each person before the next one is erased, so that a stop in between loses no count. Throws
 * StorageTrouble.
 */
export async function eraseOthers(
  userId: number,
  onErased: (person: { userId: number; kept: KeptWork | null }) => Promise<void>,
): Promise<void> {
  for (const other of await othersHere(userId)) await onErased({ userId: other, kept: await eraseMirror(other) });
}
