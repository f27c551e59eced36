// What the server keeps for devices, for work to be done later, and for itself.

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, id, ref, tenantId, rev, instant, now } from './columns.ts';
import { EFFECT_NOTICES, NOTICE_REASONS, NOTICE_WAYS } from '#domain/notices.ts';
import { tenants, users } from './people.ts';

/** Rows that are gone, for devices that still hold them (kept 180 days). */
export const tombstones = pgTable(
  'tombstones',
  { tenantId: tenantId(), collection: text().notNull(), rowId: ref().notNull(), rev: rev(), at: now() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.collection, table.rowId] }),
    index('tombstones_rev').on(table.tenantId, table.rev),
  ],
);

/**
 * Work for later (jobs/): each key exists once per tenant and is taken by one server at a time
 * under a lease.
 */
export const jobs = pgTable(
  'jobs',
  {
    tenantId: tenantId(),
    id: id(),
    kind: text({
      enum: [
        'push',
        'deadline-mail',
        'notices',
        'notice-mail',
        'digest-mail',
        'chief-mail',
        'password-reset',
        'account-mail',
        'invitation',
        'reminders',
      ],
    }).notNull(),
    /** Names what must not happen twice, such as `push:reminder:42:7:2026-11-20:3`. */
    key: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    runAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    leasedUntil: instant(),
    /** Set when the job is done or given up; in the second case `last_error` says why. */
    doneAt: instant(),
    lastError: text('last_error'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    unique('jobs_key').on(table.tenantId, table.key),
    index('jobs_due')
      .on(table.runAt)
      .where(sql`${table.doneAt} is null`),
    index('jobs_due_kind')
      .on(table.kind, table.runAt)
      .where(sql`${table.doneAt} is null`),
    index('jobs_done')
      .on(table.doneAt)
      .where(sql`${table.doneAt} is not null`),
  ],
);

/**
 * Notices that wait for others of the same batch, or for the digest of 8:00. The job that sends
 * them deletes them (src/server/jobs/gather-notices.ts).
 */
export const pendingNotices = pgTable(
  'pending_notices',
  {
    tenantId: tenantId(),
    id: id(),
    userId: ref().notNull(),
    documentId: ref().notNull(),
    notice: text({ enum: EFFECT_NOTICES }).notNull(),
    reason: text({ enum: NOTICE_REASONS }).notNull(),
    way: text({ enum: NOTICE_WAYS }).notNull(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    index('pending_notices_user').on(table.tenantId, table.userId, table.way),
  ],
);

/**
 * The keys that sign a tenant's receipts (S98). One of them is in use; the others stay, so that
 * their receipts can be checked.
 */
export const receiptKeys = pgTable(
  'receipt_keys',
  {
    tenantId: tenantId(),
    /** The key's id: SHA-256 of the public key, base64url. */
    key: text().notNull(),
    /** The raw 32 bytes of Ed25519. */
    publicKey: bytea('public_key').notNull(),
    /** Encrypted under the server's secret (src/server/signing/receipt-keys.ts). */
    privateKey: bytea('private_key').notNull(),
    madeAt: instant().notNull(),
    retiredAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.key] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    unique('receipt_keys_key').on(table.key),
    uniqueIndex('receipt_keys_in_use')
      .on(table.tenantId)
      .where(sql`${table.retiredAt} is null`),
  ],
);

/**
 * The public keys of tenants that were deleted: receipts that they gave out can still be checked
 * (S98).
 */
export const formerReceiptKeys = pgTable('former_receipt_keys', {
  key: text().primaryKey(),
  publicKey: bytea('public_key').notNull(),
  madeAt: instant().notNull(),
  retiredAt: instant().notNull(),
  acronym: text().notNull(),
  name: text().notNull(),
});

/**
 * Work that belongs to no tenant, such as cleaning up: when each task is due again, and which
 * server does it.
 */
export const maintenance = pgTable('maintenance', {
  name: text().primaryKey(),
  dueAt: instant().notNull(),
  leasedUntil: instant(),
  /** When a backup, or a verification, last succeeded. */
  succeededAt: instant(),
});

/**
 * The name of the file store that holds the files of the rows (S27). It has one row at most, and
 * only the owner may read it.
 */
export const fileStore = pgTable(
  'file_store',
  { single: boolean().primaryKey().default(true), name: text().notNull() },
  (table) => [check('file_store_single', sql`${table.single}`)],
);

/**
 * Tells this database from older states of itself (S169). `beat` rises here before it is written
 * beside the files, so a greater beat there means that the database went back. One row at most.
 */
export const lineage = pgTable(
  'lineage',
  {
    single: boolean().primaryKey().default(true),
    beat: bigint({ mode: 'number' }).notNull(),
    /** The timeline of `pg_control_checkpoint()`; null where PostgreSQL does not give it. */
    timeline: bigint({ mode: 'number' }),
  },
  (table) => [check('lineage_single', sql`${table.single}`)],
);
