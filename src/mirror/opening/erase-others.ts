import { Dexie } from 'dexie';
import { profileName } from '../store/schema.ts';
import { eraseMirror } from './erase-mirror.ts';
import type { KeptWork } from '../store/sealed-row.ts';

const NAME = /^malote-(\d+)$/;

/**
 * Erases what people who never left are leaving behind on a device that becomes a shared tablet, all but `userId`. Their work stays,
 * sealed where they have a key. `onErased` is told of each before the next: a stop in between loses the count of nobody. Throws
 * StorageTrouble.
 */
export async function eraseOthers(
  userId: number,
  onErased: (person: { userId: number; kept: KeptWork | null }) => Promise<void>,
): Promise<void> {
  for (const name of await Dexie.getDatabaseNames()) {
    const other = NAME.exec(name)?.[1];
    if (other === undefined || name === profileName(userId)) continue;
    await onErased({ userId: Number(other), kept: await eraseMirror(Number(other)) });
  }
}
