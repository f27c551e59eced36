import type { CopyBound } from '#contract/copy-bound.ts';
import { isInCopy } from '#domain/bounded-copy.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { Mirror } from '../store/schema.ts';
import { documentIndexOf } from '../engine/document-index.ts';

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
