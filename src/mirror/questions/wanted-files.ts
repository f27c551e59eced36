// Which files of the server are worth fetching before a person opens them, so that the documents
// that one works with open without a network (src/app/experience.md, experience P21).

import { addDays, dayAt } from '#domain/dates.ts';
import { CACHE_PREFIX } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { documentIndexOf, type IndexEntry } from '../engine/document-index.ts';
import { pinnedDocuments, refsOf } from '../keep/trim-details.ts';

export type WantedFile = {
  readonly serverFileId: number;
  readonly name: string;
  readonly size: number;
  /** Null for the file of a model, whose row has no hashes. */
  readonly sha256: string | null;
  /**
   * A person pinned its document: the file is fetched over any network, and other files make space
   * for it.
   */
  readonly isPinned: boolean;
};

/**
 * Files of a document that has not moved for this many days are not fetched ahead, unless it is
 * pinned.
 */
export const AHEAD_DAYS = 90;
/** The most documents, besides the pinned ones, whose files are fetched ahead. */
const DOCUMENTS_AHEAD = 100;

/**
 * Files that are not on this device and should be, the most useful first: of the documents that a
 * person pinned, of open ones that are with them, of open ones that are with their sector, and of
 * models.
 */
export async function wantedFiles(
  mirror: Mirror,
  { userId, organizationId, nowMs }: { userId: number; organizationId: number | null; nowMs: number },
): Promise<WantedFile[]> {
  const [entries, pinned, cached] = await Promise.all([
    documentIndexOf(mirror),
    pinnedDocuments(mirror),
    mirror.files.where('owner').startsWith(CACHE_PREFIX).toArray(),
  ]);
  const sinceMs = Date.parse(addDays(dayAt(nowMs, 'UTC'), -AHEAD_DAYS));
  const worth = (entry: IndexEntry) => worthOf(entry, { pinned, userId, organizationId, sinceMs });
  const chosen = entries
    .flatMap((entry) => (worth(entry) > 0 ? [{ entry, worth: worth(entry) }] : []))
    .sort((left, right) => right.worth - left.worth || right.entry.lastActivityMs - left.entry.lastActivityMs)
    .slice(0, DOCUMENTS_AHEAD + pinned.size);
  const details = await mirror.details.bulkGet(chosen.map(({ entry }) => entry.key));
  const wanted = chosen.flatMap(({ worth: value }, index) =>
    refsOf(details[index]).map((ref): WantedFile => ({
      ...fileOf(ref),
      sha256: ref.sha256,
      isPinned: value === PINNED,
    })),
  );
  const models = (await mirror.models.toArray()).filter((model) => model.status === 'active');
  const files = [
    ...wanted,
    ...models.flatMap((model) => model.files.map((file) => ({ ...fileOf(file), sha256: null, isPinned: false }))),
  ];
  const kept = new Set(cached.map((file) => Number(file.owner.slice(CACHE_PREFIX.length))));
  return [...new Map(files.map((file) => [file.serverFileId, file])).values()].filter(
    (file) => !kept.has(file.serverFileId),
  );
}

const PINNED = 3;

type Around = {
  readonly pinned: ReadonlySet<number>;
  readonly userId: number;
  readonly organizationId: number | null;
  readonly sinceMs: number;
};

/**
 * How useful the files of a document are, at most 3; 0 for files that are fetched only when a
 * person opens them.
 */
function worthOf(entry: IndexEntry, { pinned, userId, organizationId, sinceMs }: Around): 0 | 1 | 2 | 3 {
  if (entry.serverId === null) return 0;
  if (pinned.has(entry.serverId)) return PINNED;
  if (entry.storedStatus === 'completed' || entry.lastActivityMs < sinceMs) return 0;
  if (entry.responsibleIds.includes(userId)) return 2;
  return organizationId !== null && entry.organizationIds.includes(organizationId) ? 1 : 0;
}

function fileOf({ id, name, size }: { id: number; name: string; size: number }) {
  return { serverFileId: id, name, size };
}
