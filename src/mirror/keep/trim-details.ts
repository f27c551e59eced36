import { addDays, dayAt } from '#domain/dates.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';
import { DETAILS_DAYS } from './details-days.ts';
import { pinnedDocuments } from './pins.ts';
import { dropDetails } from '../engine/changes.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Drops details that a person will probably not open again: of finished documents without movement
 * for 180 days, not opened here in that time, not pinned, and without commands of this device
 * (src/sync/promises.md, Pull: details are bounded). Their rows stay in the lists.
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
