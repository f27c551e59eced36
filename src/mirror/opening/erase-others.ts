import type { KeptWork } from '../store/sealed-row.ts';
import { eraseMirror } from './erase-mirror.ts';
import { othersHere } from './others-here.ts';

/**
 * Erases what people who never left are leaving behind on a device that becomes a shared tablet,
 * all but `userId`. Their work stays, sealed where they have a key. `onErased` is told of each
 * before the next: a stop in between loses the count of nobody. Throws StorageTrouble.
 */
export async function eraseOthers(
  userId: number,
  onErased: (person: { userId: number; kept: KeptWork | null }) => Promise<void>,
): Promise<void> {
  for (const other of await othersHere(userId)) await onErased({ userId: other, kept: await eraseMirror(other) });
}
