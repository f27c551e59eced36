// Accesses to documents and acts of administration (S229). Append-only, and partitioned by the
// month of `at`, which drizzle does not describe: the migration says it by hand.

import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ACCESS_KINDS } from '#domain/accesses.ts';
import { instant, now, ref, tenantId } from './columns.ts';

/**
 * No foreign keys: an event stays true after the row that it names is gone, and each foreign key
 * would cost every download another look-up.
 */
export const accessEvents = pgTable(
  'access_events',
  {
    tenantId: tenantId(),
    /**
     * When the access happened (rule A4). For details that are copied to a device it is the
     * beginning of the day, so that a day has one event.
     */
    at: instant().notNull(),
    key: uuid().notNull().defaultRandom(),
    arrivedAt: now(),
    clockSuspect: boolean('clock_suspect').notNull().default(false),
    offline: boolean().notNull().default(false),
    userId: ref().notNull(),
    kind: text({ enum: ACCESS_KINDS }).notNull(),
    documentId: ref(),
    fileId: ref(),
    /** How many files a ZIP had, or how many lines an export. */
    amount: integer(),
    /** Browser and system in words, such as `Chrome em Windows`. */
    device: text(),
    /** For an act, the type of the write, such as `update-user`; for an audit, what was read. */
    act: text(),
    /** Ids of the rows that the act was done to. */
    about: bigint({ mode: 'number' }).array().notNull().default([]),
    /** Names of fields that changed, never their values, and our own fixed words. */
    fields: text().array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.at, table.key] }),
    // Each index has all columns that an audit counts, so that its sums are read from the index
    // alone.
    index('access_events_document')
      .on(table.tenantId, table.documentId, table.at, table.kind, table.userId)
      .where(sql`${table.documentId} is not null`),
    index('access_events_user').on(table.tenantId, table.userId, table.at, table.kind, table.documentId),
    index('access_events_acts')
      .on(table.tenantId, table.at, table.kind, table.userId, table.documentId)
      .where(sql`${table.kind} in ('act', 'audit')`),
  ],
);
