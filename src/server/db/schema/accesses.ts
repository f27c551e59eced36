// Accesses to documents and acts of administration (S229). Append-only, and partitioned by the
// month of `at`, which drizzle does not describe: the migration says it by hand.

import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ACCESS_KINDS } from '#domain/accesses.ts';
import { instant, now, ref, tenantId } from './columns.ts';

/**
 * No foreign keys: an event stays true after the row that it names is gone, and each of them would
 * cost every download another look-up.
 */
export const accessEvents = pgTable(
  'access_events',
  {
    tenantId: tenantId(),
    /** When it was done (rule A4). For a copy, the beginning of the day: one event a day. */
    at: instant().notNull(),
    key: uuid().notNull().defaultRandom(),
    arrivedAt: now(),
    clockSuspect: boolean('clock_suspect').notNull().default(false),
    offline: boolean().notNull().default(false),
    userId: ref().notNull(),
    kind: text({ enum: ACCESS_KINDS }).notNull(),
    documentId: ref(),
    fileId: ref(),
    /** Files of a ZIP, lines of an export. */
    amount: integer(),
    /** Browser and system in words, such as `Chrome em Windows`. */
    device: text(),
    /** The type of the write, such as `update-user`; for an audit, what was read. */
    act: text(),
    /** Ids of the rows that the act was done to. */
    about: bigint({ mode: 'number' }).array().notNull().default([]),
    /** Names of fields that changed, never their values, and our own fixed words. */
    fields: text().array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.at, table.key] }),
    // What an audit counts stands in each of them, so that the sums of an audit are read from the
    // index alone.
    index('access_events_document')
      .on(table.tenantId, table.documentId, table.at, table.kind, table.userId)
      .where(sql`${table.documentId} is not null`),
    index('access_events_user').on(table.tenantId, table.userId, table.at, table.kind, table.documentId),
    index('access_events_acts')
      .on(table.tenantId, table.at, table.kind, table.userId, table.documentId)
      .where(sql`${table.kind} in ('act', 'audit')`),
  ],
);
