// What happened to documents. Append-only: the working role has neither UPDATE nor DELETE here,
// except for the deletion mark of files.

import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { SignedContent } from '#contract/signed-receipt.ts';
import type { ReceiptNote } from '#contract/writes.ts';
import { bytea, id, ref, tenantId, instant, now } from './columns.ts';
import { documents } from './documents.ts';
import { users } from './people.ts';
import { models } from './reference-data.ts';

/**
 * The row's place in its document's history, and the hash that links it to the row before it (S99).
 * A trigger writes both.
 */
const chained = {
  chainPlace: bigint('chain_place', { mode: 'number' }),
  chainHash: bytea('chain_hash'),
};

/** When something was done and when it arrived (rule A4), and the command that did it. */
const happening = {
  createdAt: now(),
  performedAt: now(),
  clockSuspect: boolean('clock_suspect').notNull().default(false),
  commandId: uuid('command_id'),
};

export const interactions = pgTable(
  'interactions',
  {
    tenantId: tenantId(),
    id: id(),
    documentId: ref().notNull(),
    creatorId: ref().notNull(),
    /** Sanitised HTML; empty when only files were sent. */
    content: text().notNull(),
    ...happening,
    ...chained,
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({ columns: [table.tenantId, table.creatorId], foreignColumns: [users.tenantId, users.id] }),
    index('interactions_document').on(table.tenantId, table.documentId, table.id),
  ],
);

export const logs = pgTable(
  'logs',
  {
    tenantId: tenantId(),
    id: id(),
    documentId: ref().notNull(),
    creatorId: ref().notNull(),
    action: text({ enum: ['creation', 'view', 'transfer', 'extension', 'completion', 'reopening'] }).notNull(),
    limitDate: date('limit_date', { mode: 'string' }),
    responsibleIds: bigint('responsible_ids', { mode: 'number' }).array().notNull().default([]),
    organizationIds: bigint('organization_ids', { mode: 'number' }).array().notNull().default([]),
    /** Written reason of a reassignment (rule A14). */
    reason: text(),
    /** True for a view that happened without network. */
    offline: boolean().notNull().default(false),
    ...happening,
    ...chained,
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({ columns: [table.tenantId, table.creatorId], foreignColumns: [users.tenantId, users.id] }),
    index('logs_document').on(table.tenantId, table.documentId, table.id),
    // Finds an earlier view that a view repeats (rule E2), and the viewers of a document.
    index('logs_views')
      .on(table.tenantId, table.documentId, table.creatorId, table.performedAt)
      .where(sql`${table.action} = 'view'`),
    // Finds what a person opened, for the audit (S229).
    index('logs_viewed')
      .on(table.tenantId, table.creatorId, table.performedAt)
      .where(sql`${table.action} = 'view'`),
    // Finds the acts of a period, for reports (S236).
    index('logs_happened')
      .on(
        table.tenantId,
        table.action,
        sql`(case when ${table.clockSuspect} then ${table.createdAt} else ${table.performedAt} end)`,
      )
      .where(sql`${table.action} <> 'view'`),
  ],
);

/**
 * Views without a line of their own, because the person has a line within half an hour of them
 * (rule E2): how many they are, and when the first and the last happened.
 */
export const repeatedViews = pgTable(
  'repeated_views',
  {
    tenantId: tenantId(),
    documentId: ref().notNull(),
    creatorId: ref().notNull(),
    count: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** Whether the last view happened without network. */
    offline: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId, table.creatorId] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({ columns: [table.tenantId, table.creatorId], foreignColumns: [users.tenantId, users.id] }),
  ],
);

/**
 * How many rows the history of a document has, and the hash of the last one, so that rows missing
 * at the end are noticed.
 */
export const historyHeads = pgTable(
  'history_heads',
  {
    tenantId: tenantId(),
    documentId: ref().notNull(),
    length: bigint({ mode: 'number' }).notNull(),
    hash: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
  ],
);

/** Every stored file. It belongs to a document's creation, to an interaction, or to a model. */
export const files = pgTable(
  'files',
  {
    tenantId: tenantId(),
    id: id(),
    documentId: ref(),
    interactionId: ref(),
    modelId: ref(),
    position: integer().notNull().default(0),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** Random key in the file store. */
    storageKey: text('storage_key').notNull(),
    createdAt: now(),
    deletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({
      columns: [table.tenantId, table.interactionId],
      foreignColumns: [interactions.tenantId, interactions.id],
    }),
    foreignKey({ columns: [table.tenantId, table.modelId], foreignColumns: [models.tenantId, models.id] }),
    index('files_document').on(table.tenantId, table.documentId),
    index('files_interaction').on(table.tenantId, table.interactionId),
    index('files_model').on(table.tenantId, table.modelId),
    unique('files_storage_key').on(table.storageKey),
  ],
);

/**
 * Receipts (src/sync/promises.md, Exactly once): written in the transaction of the effect, kept
 * permanently.
 */
export const receipts = pgTable(
  'receipts',
  {
    tenantId: tenantId(),
    actorId: ref().notNull(),
    key: uuid().notNull(),
    type: text().notNull(),
    /** SHA-256 over the parsed fields (without passwords) and the files' hashes. */
    fingerprint: text().notNull(),
    result: text().notNull(),
    ids: jsonb().$type<{ document_id?: number; interaction_id?: number; row_id?: number }>().notNull(),
    /** The note of a command without an effect of its own: what stays instead; null otherwise. */
    note: jsonb().$type<ReceiptNote>(),
    rev: bigint({ mode: 'number' }).notNull(),
    at: now(),
    /**
     * What the receipt's signature covers and no other column holds (S98); null on receipts of
     * older versions.
     */
    signing: jsonb().$type<Omit<SignedContent, 'signature'>>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.actorId, table.key] }),
    foreignKey({ columns: [table.tenantId, table.actorId], foreignColumns: [users.tenantId, users.id] }),
    // Tells authors which of their commands made a row of reference data. The index holds only
    // those few receipts.
    index('receipts_making')
      .on(table.tenantId, table.actorId, table.type)
      .where(sql`type in ('create-organization', 'create-alert', 'create-document-subject', 'create-model')`),
  ],
);

/**
 * Keys that their author withdrew. What was sent under such a key up to attempt number `attempts`
 * has no effect, whenever it arrives (S18). Rows are only added: a later withdrawal of more
 * attempts is a row of its own.
 */
export const withdrawals = pgTable(
  'withdrawals',
  {
    tenantId: tenantId(),
    actorId: ref().notNull(),
    key: uuid().notNull(),
    attempts: integer().notNull(),
    at: now(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.actorId, table.key, table.attempts] }),
    foreignKey({ columns: [table.tenantId, table.actorId], foreignColumns: [users.tenantId, users.id] }),
  ],
);
