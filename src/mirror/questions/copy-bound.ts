import type { CopyBound } from '#contract/copy-bound.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';

/** How far the bounded copy of the person's documents reaches (S110); null for a whole copy. */
export async function copyBoundOf(mirror: Mirror): Promise<CopyBound | null> {
  return (await readMeta(mirror, 'cursor'))?.bounded ?? null;
}

/** Whether everything that the copy is to have was here at the end of a walk. */
export async function isCopyComplete(mirror: Mirror): Promise<boolean> {
  return (await readMeta(mirror, 'cursor'))?.snapshotDone === true;
}
