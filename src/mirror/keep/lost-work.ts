import { durably, readMeta, writeMeta } from '../store/storage.ts';
import type { LostWork } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/** What is noted of unsent work that this device lost (S100); undefined when nothing is. */
export function readLostWork(mirror: Mirror): Promise<LostWork | undefined> {
  return readMeta(mirror, 'lostWork');
}

/**
 * Changes the note of lost work, and deletes it when no lost work is left. Throws StorageTrouble.
 */
export async function changeLostWork(
  mirror: Mirror,
  changed: (before: LostWork | undefined) => LostWork,
): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const after = changed(await readLostWork(mirror));
      if (after.unchecked.length + after.lost > 0) await writeMeta(mirror, { name: 'lostWork', value: after });
      else await mirror.meta.delete('lostWork');
    },
  });
}

/** Deletes the note of lost work after its author has read it. */
export async function forgetLostWork(mirror: Mirror): Promise<void> {
  await mirror.meta.delete('lostWork');
}
