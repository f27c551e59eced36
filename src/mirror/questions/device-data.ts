// What this device keeps of a person, by kind and size (rule I: /admin/device). Sizes of rows are
// those of their JSON, because no browser tells what a row takes on the disk.

import { writtenDrafts } from '../keep/written-drafts.ts';
import { CACHE_PREFIX } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { offersAt } from '../store/position.ts';
import { readMeta } from '../store/storage.ts';
import { type Cover, coverOf } from './cover.ts';
import { outboxSummary } from './outbox-summary.ts';

export type DeviceData = {
  /** Files of the server that were opened here or fetched for work without a network. */
  readonly attachments: { readonly count: number; readonly bytes: number; readonly pinnedDocuments: number };
  readonly documents: { readonly count: number; readonly bytes: number };
  /** People, sectors, roles, subjects, models, alerts and holidays. */
  readonly reference: { readonly bytes: number };
  /** What exists on this device only: unsent acts and drafts, with their files. */
  readonly own: { readonly unsent: number; readonly drafts: number; readonly bytes: number };
  /** Whether everything that the person may see has been fetched. */
  readonly isComplete: boolean;
  /** Whether the server confirms each command by its key, and has a receipt for it (S106). */
  readonly isConfirmed: boolean;
  /** What a bounded copy has of the documents; null for a whole one. */
  readonly cover: Cover | null;
  /** Epoch ms of the last page from the server; null before the first. */
  readonly refreshedAtMs: number | null;
  /** Server clock minus device clock, ms; null before the first answer. */
  readonly clockOffsetMs: number | null;
};

/**
 * Reads every row once, so a screen queries it when it opens and when its counts change, not at
 * each render.
 */
export async function deviceData(mirror: Mirror): Promise<DeviceData> {
  const [files, summary, drafts, cursor, refreshedAtMs, clockOffsetMs, pinned] = await Promise.all([
    mirror.files.toArray(),
    outboxSummary(mirror),
    writtenDrafts(mirror),
    readMeta(mirror, 'cursor'),
    readMeta(mirror, 'refreshedAtMs'),
    readMeta(mirror, 'clockOffsetMs'),
    readMeta(mirror, 'pinnedDocuments'),
  ]);
  const cached = files.filter((file) => file.owner.startsWith(CACHE_PREFIX));
  const ownFiles = files.filter((file) => !file.owner.startsWith(CACHE_PREFIX));
  const unsent = await mirror.commands.where('state').notEqual('done').toArray();
  const { documents, bases, details } = mirror;
  const { users, organizations, roles, document_subjects, models, alerts, holidays } = mirror;
  return {
    attachments: { count: cached.length, bytes: sizeOfFiles(cached), pinnedDocuments: pinned?.length ?? 0 },
    documents: {
      count: await documents.count(),
      bytes: await sizeOfTables([mirror.table('documents'), mirror.table('slices'), bases, details]),
    },
    reference: {
      bytes: await sizeOfTables([users, organizations, roles, document_subjects, models, alerts, holidays]),
    },
    own: {
      unsent: summary.unsent,
      drafts: drafts.length,
      bytes: sizeOfFiles(ownFiles) + sizeOfRows(unsent) + sizeOfRows(drafts),
    },
    isComplete: cursor?.snapshotDone ?? false,
    isConfirmed: offersAt(cursor?.value).keys,
    cover: cursor?.bounded === undefined ? null : await coverOf(mirror, cursor.bounded),
    refreshedAtMs: refreshedAtMs ?? null,
    clockOffsetMs: clockOffsetMs ?? null,
  };
}

type Walkable = { each(work: (row: unknown) => void): PromiseLike<void> };

/**
 * The size of all rows as JSON. Rows are read one by one, so that a large mirror is never in memory
 * twice.
 */
async function sizeOfTables(tables: readonly Walkable[]): Promise<number> {
  let bytes = 0;
  for (const table of tables)
    await table.each((row: unknown) => {
      bytes += sizeOfRows([row]);
    });
  return bytes;
}

function sizeOfRows(rows: readonly unknown[]): number {
  return rows.reduce<number>((sum, row) => sum + JSON.stringify(row).length, 0);
}

function sizeOfFiles(files: readonly { readonly size: number }[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

/**
 * Ids, on the server, of the files whose bytes are on this device: they open without a network
 * (src/app/experience.md, experience P21).
 */
export async function keptServerFiles(mirror: Mirror): Promise<ReadonlySet<number>> {
  const rows = await mirror.files.where('owner').startsWith(CACHE_PREFIX).toArray();
  return new Set(rows.map((row) => Number(row.owner.slice(CACHE_PREFIX.length))));
}
