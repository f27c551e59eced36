// Files that were sent ahead of their command (S101). The bytes of each part are an object of the
// file store.

import { bigint, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ref, tenantId, now } from './columns.ts';
import { users } from './people.ts';

/** The key of an upload: one file of one command of one person. */
const address = { tenantId: tenantId(), actorId: ref().notNull(), key: uuid().notNull(), file: uuid().notNull() };

export const stagedUploads = pgTable(
  'staged_uploads',
  {
    ...address,
    /** The size of the whole file, as the device declared it. */
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** Sum of the sizes of its parts, which follow each other without a gap. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** When the device last asked about the upload or sent a part. */
    touchedAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.actorId, table.key, table.file] }),
    foreignKey({ columns: [table.tenantId, table.actorId], foreignColumns: [users.tenantId, users.id] }),
    index('staged_uploads_touched').on(table.touchedAt),
  ],
);

export const stagedParts = pgTable(
  'staged_parts',
  {
    ...address,
    /** Where the part begins in the file. */
    start: bigint({ mode: 'number' }).notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    storageKey: text('storage_key').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.actorId, table.key, table.file, table.start] }),
    foreignKey({
      columns: [table.tenantId, table.actorId, table.key, table.file],
      foreignColumns: [stagedUploads.tenantId, stagedUploads.actorId, stagedUploads.key, stagedUploads.file],
      name: 'staged_parts_upload',
    }).onDelete('cascade'),
    unique('staged_parts_storage_key').on(table.storageKey),
  ],
);

/**
 * How many bytes the files of each person have, kept by a trigger of `files`. User 0 stands for
 * files of models, which belong to no person.
 */
export const storageUse = pgTable(
  'storage_use',
  {
    tenantId: tenantId(),
    userId: ref().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);
