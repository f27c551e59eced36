// Erasing a person's mirror: apart from its opening, because no first screen needs it.

import { Dexie } from 'dexie';
import { noteErasure } from '../store/changes.ts';
import { inTime } from '../store/in-time.ts';
import type { Mirror } from '../store/schema.ts';
import type { KeptWork } from '../store/sealed-row.ts';
import { StorageTrouble } from '../store/storage.ts';
import { letGo, openAnsweringMirror } from './open-mirror.ts';
import { boundToServerKeys, countsOf, isEmpty, type OwnRows, ownRows } from './own-rows.ts';
import { sealWork } from './seal-work.ts';
import { sealedWork } from './unseal-work.ts';

/**
 * Logout: erases the person's data from this device. Unsent work and drafts stay, with their files, sealed until their author's next
 * login, unless the author chose to discard them (I1, S94, rules C16, E4). What was kept, counted as a person is told of it; null
 * when nothing was.
 */
export async function eraseMirror(userId: number, { discardUnsent = false } = {}): Promise<KeptWork | null> {
  const { mirror } = await openAnsweringMirror(userId);
  if (!discardUnsent) await sealWork(mirror, userId);
  const kept = discardUnsent ? null : await keptWork(mirror);
  if (kept !== null) await eraseAllButOwnWork(mirror);
  letGo(userId);
  // Another context's connection may block it.
  if (kept === null) await inTime(Dexie.delete(mirror.name), () => new StorageTrouble('silent', null));
  return kept;
}

/** Plain rows are left only where no login has brought a key (S94). */
async function keptWork(mirror: Mirror): Promise<KeptWork | null> {
  return mirror.transaction('r', mirror.tables, async () => {
    const plain = await ownRows(mirror);
    const sealed = await sealedWork(mirror);
    if (isEmpty(plain) && sealed.length === 0) return null;
    return [countsOf(plain), ...sealed.map(({ payload }) => payload.counts)].reduce((sum, one) => ({
      unsent: sum.unsent + one.unsent,
      sendable: (sum.sendable ?? 0) + (one.sendable ?? 0),
      drafts: sum.drafts + one.drafts,
    }));
  });
}

async function eraseAllButOwnWork(mirror: Mirror): Promise<void> {
  await mirror.transaction('rw', mirror.tables, async () => {
    const plain = await ownRows(mirror);
    const bound = await boundToServerKeys(mirror, plain);
    const sealed = new Set((await sealedWork(mirror)).map(({ id }) => id));
    const kept = [...sealed, ...plain.files.map((file) => file.id)];
    await mirror.files.where('id').noneOf(kept).delete();
    await mirror.chunks.where('fileId').noneOf(kept).delete();
    await mirror.commands.where('state').equals('done').delete();
    await mirror.drafts.clear();
    await putBound(mirror, bound);
    const ownWork = new Set(['commands', 'drafts', 'files', 'chunks']);
    await noteErasure(mirror, async () => {
      for (const table of mirror.tables) if (!ownWork.has(table.name)) await table.clear();
    });
  });
}

async function putBound(mirror: Mirror, { commands, drafts, files }: OwnRows): Promise<void> {
  await mirror.drafts.bulkPut([...drafts]);
  await mirror.files.bulkPut([...files]);
  for (const { seq, documentKey } of commands) await mirror.commands.update(seq, { documentKey });
}
