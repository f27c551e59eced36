import type { KeptWork } from '../store/sealed-row.ts';
import { eraseMirror } from './erase-mirror.ts';
import { othersHere } from './others-here.ts';

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
