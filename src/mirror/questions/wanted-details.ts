// Which details are worth fetching before a person opens them. The answer is computed from memory:
// it is needed at each hint of the server that something changed, and a hint must not read two
// whole tables.

import { addDays, dayAt } from '#domain/dates.ts';
import { DETAILS_DAYS, pinnedDocuments } from '../keep/trim-details.ts';
import { unfinished } from '../outbox/stored-commands.ts';
import { isInDoubt } from '../store/outbox-row.ts';
import { readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';
import { documentIndexOf, type IndexEntry } from '../engine/document-index.ts';
import { keptDetailsOf } from '../engine/changes.ts';

/** `rows`: present when the rows of the documents are fetched beside their details. */
export type WantedDetails = { readonly ids: readonly number[]; readonly rows?: 'full' };

/**
 * The server ids of documents whose details are to be fetched, at most `limit`. `skip`: ids that
 * were requested already. When a walk left documents out, the ids are theirs alone, because only
 * the server can say whether the person still sees them. Otherwise they are those of documents
 * whose details are missing or older than their row, the most useful first: those that may name a
 * command whose answer was lost, or say who changed a document in conflict; then those pinned or
 * opened here before, open ones of `userId`, other open ones, and those that moved in the last 180
 * days.
 */
export async function wantedDetails(
  mirror: Mirror,
  { userId, limit, nowMs, skip }: { userId: number; limit: number; nowMs: number; skip: ReadonlySet<number> },
): Promise<WantedDetails> {
  const unverified = [...((await readMeta(mirror, 'older'))?.unverified ?? [])].filter((id) => !skip.has(id));
  if (unverified.length > 0) return { ids: unverified.slice(0, limit), rows: 'full' };
  const entries = await documentIndexOf(mirror);
  const kept = await keptDetailsOf(mirror);
  const waitedFor = (await unfinished(mirror)).filter((command) => isInDoubt(command) || command.state === 'conflict');
  const first = new Set(waitedFor.map((command) => command.documentKey));
  const pinned = await pinnedDocuments(mirror);
  const sinceMs = Date.parse(addDays(dayAt(nowMs, 'UTC'), -DETAILS_DAYS));
  const wanted: { id: number; worth: number }[] = [];
  for (const entry of entries) {
    const { key, serverId } = entry;
    if (serverId === null || skip.has(serverId)) continue;
    const details = kept.get(key);
    if (details !== undefined && details.rev >= entry.rev) continue;
    const isKnown = pinned.has(serverId) || (details?.openedAtMs ?? 0) > 0;
    const worth = first.has(key) ? 5 : worthOf(entry, { userId, sinceMs, isKnown });
    if (worth > 0) wanted.push({ id: serverId, worth });
  }
  const best = wanted.sort((left, right) => right.worth - left.worth || right.id - left.id).slice(0, limit);
  return { ids: best.map((one) => one.id) };
}

/**
 * How useful the details of a document are, at most 4; 0 for details that are fetched only when a
 * person opens the document.
 */
function worthOf(entry: IndexEntry, at: { userId: number; sinceMs: number; isKnown: boolean }): 0 | 1 | 2 | 3 | 4 {
  if (at.isKnown) return 4;
  const isMine = entry.createdBy === at.userId || entry.responsibleIds.includes(at.userId);
  if (entry.storedStatus !== 'completed') return isMine ? 3 : 2;
  return entry.lastActivityMs >= at.sinceMs ? 1 : 0;
}
