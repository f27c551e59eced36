import type { CopyBound } from '#contract/copy-bound.ts';
import { isInCopy } from '#domain/bounded-copy.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { documentIndexOf } from '../engine/document-index.ts';
import type { Mirror } from '../store/schema.ts';
import { readMeta } from '../store/storage.ts';

/**
 * What a device with a bounded copy has of the person's documents (S117): the open ones, those of
 * `since` and later, and `older` more, which were searched for on the server or stayed because
 * somebody works with them.
 */
export type Cover = { readonly since: CalendarDay; readonly older: number };

export async function coverOf(mirror: Mirror, { since, begins_at }: CopyBound): Promise<Cover> {
  const sinceMs = Date.parse(begins_at);
  const entries = await documentIndexOf(mirror);
  return { since, older: entries.filter((entry) => !isInCopy(entry, sinceMs)).length };
}

/** How far the bounded copy of the person's documents reaches (S110); null for a whole copy. */
export async function copyBoundOf(mirror: Mirror): Promise<CopyBound | null> {
  return (await readMeta(mirror, 'cursor'))?.bounded ?? null;
}

/** Whether a walk has ended with everything that the copy is to contain. */
export async function isCopyComplete(mirror: Mirror): Promise<boolean> {
  return (await readMeta(mirror, 'cursor'))?.snapshotDone === true;
}
