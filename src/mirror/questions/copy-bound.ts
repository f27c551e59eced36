import type { CopyBound } from '#contract/copy-bound.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';

/** How far the bounded copy of the person's documents reaches (S110); null for a whole copy. */
export async function copyBoundOf(mirror: Mirror): Promise<CopyBound | null> {
  return (await readMeta(mirror, 'cursor'))?.bounded ?? null;
}

/** Whether a walk has ended with everything that the copy is to contain. */
export async function isCopyComplete(mirror: Mirror): Promise<boolean> {
  return (await readMeta(mirror, 'cursor'))?.snapshotDone === true;
}
