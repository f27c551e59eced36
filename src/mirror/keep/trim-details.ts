import type { FileRef } from '#contract/scalars.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { dropDetails } from '../engine/changes.ts';
import type { DetailsRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, readMeta } from '../store/storage.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Deletes details that a person will probably not open again: those of completed documents without
 * movement for 180 days that were not opened here in that time, are not pinned, and have no
 * commands of this device (src/sync/promises.md, Pull). The rows of these documents stay in the
 * lists.
 */
export async function trimDetails(mirror: Mirror, nowMs: number): Promise<void> {
  const since = addDays(dayAt(nowMs, 'UTC'), -DETAILS_DAYS);
  await durably(mirror, {
    tables: ['details', 'documents', 'commands', 'meta'],
    work: async () => {
      const unopened = await mirror.details
        .where('openedAtMs')
        .below(nowMs - DETAILS_DAYS * DAY_MS)
        .primaryKeys();
      const documents = await mirror.documents.bulkGet(unopened);
      const pinned = await pinnedDocuments(mirror);
      const busy = new Set(await mirror.commands.orderBy('documentKey').uniqueKeys());
      const old = documents.flatMap((document) =>
        document !== undefined &&
        document.stored_status === 'completed' &&
        document.last_activity_at < since &&
        !busy.has(document.key) &&
        !pinned.has(document.serverId ?? -1)
          ? [document.key]
          : [],
      );
      await dropDetails(mirror, old);
    },
  });
}

/**
 * How long the details of a finished document stay after its last movement, and after a person last
 * opened it, in days.
 */
export const DETAILS_DAYS = 180;

/**
 * Documents that a person asked to keep on this device ("Guardar neste aparelho"), by the server's
 * ids. Their details and files are not trimmed. The list goes with the rest of the person's data
 * when they leave.
 */
export async function pinnedDocuments(mirror: Mirror): Promise<ReadonlySet<number>> {
  return new Set((await readMeta(mirror, 'pinnedDocuments')) ?? []);
}

/** The files of a document and of its replies. */
export function refsOf(details: DetailsRow | undefined): readonly FileRef[] {
  return details === undefined ? [] : [...details.files, ...details.interactions.flatMap(({ files }) => files)];
}
