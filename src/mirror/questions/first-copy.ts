import { readMeta } from '../store/meta.ts';
import { documentIndexOf } from './document-index.ts';
import type { Mirror } from '../store/schema.ts';

/** With so many documents, of which the person's open ones and the newest came first, a screen's first rows stay. */
export const ENOUGH = 100;

/**
 * Whether the first copy of what the person may see is here, or enough of it that the rows still to come change no screen's
 * first page.
 */
export async function hasFirstCopy(mirror: Mirror): Promise<boolean> {
  const cursor = await readMeta(mirror, 'cursor');
  return cursor?.snapshotDone === true || (await documentIndexOf(mirror)).length >= ENOUGH;
}
