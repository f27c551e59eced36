// The export of everything that a Super Admin downloads in the browser (S239): one of a tenant at a
// time, kept for two days (default 20).

import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, now, ref, tenantId } from './columns.ts';
import { tenants, users } from './people.ts';

export const exports = pgTable(
  'exports',
  {
    tenantId: bigint('tenant_id', { mode: 'number' }).primaryKey(),
    /**
     * The name of this export, so that a download does not go on with another one. Each server that
     * takes the export to make it gives it a new one, and writes only while it has that one.
     */
    mark: uuid().notNull().defaultRandom(),
    askedBy: ref().notNull(),
    askedAt: now(),
    state: text({ enum: ['waiting', 'making', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    filesDone: integer('files_done').notNull().default(0),
    filesAll: integer('files_all').notNull().default(0),
    bytesDone: bigint('bytes_done', { mode: 'number' }).notNull().default(0),
    bytesAll: bigint('bytes_all', { mode: 'number' }).notNull().default(0),
    /** Until when the server that makes the export holds it; null while no server does. */
    leasedUntil: instant(),
    /** Why the export failed. `full`: no space was left; `broken`: any other reason. */
    fault: text({ enum: ['full', 'broken'] }),
    documents: integer().notNull().default(0),
    lost: integer().notNull().default(0),
    /** Bytes of the archive, once it is ready. */
    size: bigint({ mode: 'number' }).notNull().default(0),
    readyAt: instant(),
    expiresAt: instant(),
    /**
     * Keys of the objects in the file store that hold the texts one behind the other. All objects
     * but the last have the same size.
     */
    parts: text().array().notNull().default([]),
    /**
     * Ids of the people who have begun a download. Each person's first request is one access event.
     */
    handedTo: bigint('handed_to', { mode: 'number' }).array().notNull().default([]),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    foreignKey({ columns: [table.tenantId, table.askedBy], foreignColumns: [users.tenantId, users.id] }),
  ],
);

/**
 * An entry of the archive: a file, whose bytes stay in the file store, or a text, whose bytes are
 * in the objects of `exports.parts`.
 */
export const exportEntries = pgTable(
  'export_entries',
  {
    tenantId: tenantId(),
    path: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    crc32: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** The row of `files` whose bytes the entry has; null for a text. */
    fileId: ref(),
    storageKey: text('storage_key'),
    /** Where a text begins in the parts; null for a file. */
    textAt: bigint('text_at', { mode: 'number' }),
    /** Where the entry's header begins in the archive; null until all entries are known. */
    start: bigint({ mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.path] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [exports.tenantId] }).onDelete('cascade'),
    index('export_entries_start').on(table.tenantId, table.start),
  ],
);
