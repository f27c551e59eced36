import { Dexie } from 'dexie';
import { profileName } from '../store/schema.ts';
import { eraseMirror } from './erase-mirror.ts';
import type { KeptWork } from '../store/sealed-row.ts';

const NAME = /^malote-(\d+)$/;

/**
 * Erases what people who never left are leaving behind on a device that becomes a shared tablet, all but `userId`. Their work stays,
 * sealed where they have a key. Answers what was kept, by user id. Throws StorageTrouble.
 */
export async function eraseOthers(userId: number): Promise<Readonly<Record<string, KeptWork>>> {
  const kept: Record<string, KeptWork> = {};
  for (const name of await Dexie.getDatabaseNames()) {
    const other = NAME.exec(name)?.[1];
    if (other === undefined || name === profileName(userId)) continue;
    const work = await eraseMirror(Number(other));
    if (work !== null) kept[other] = work;
  }
  return kept;
}
