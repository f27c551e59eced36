// Tenants with their counters, sectors, roles and people.

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
import type { NoticeChoices } from '#domain/notices.ts';
import { bytea, id, ref, tenantId, rev, instant, now } from './columns.ts';

export const tenants = pgTable(
  'tenants',
  {
    id: id().primaryKey(),
    rev: rev(),
    name: text().notNull(),
    acronym: text().notNull(),
    sector: text({ enum: ['public', 'private'] })
      .notNull()
      .default('public'),
    /**
     * How name and acronym look: of two tenants neither looks like the other's (S154). Null until
     * it has been computed.
     */
    nameSkeleton: text('name_skeleton'),
    acronymSkeleton: text('acronym_skeleton'),
    timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
    /** Key of the stored image; null without one. */
    logoKey: text('logo_key'),
    logoSha256: text('logo_sha256'),
    /** Made by the demonstration, whose accounts everybody knows (default 13). */
    demonstration: boolean().notNull().default(false),
    /**
     * What the tenant and each of its people may have stored; null means what the server is
     * configured with (S158).
     */
    storageQuotaMb: integer('storage_quota_mb'),
    personStorageQuotaMb: integer('person_storage_quota_mb'),
    /** On how many days before its limit date the people of a document are reminded. */
    reminderDays: integer('reminder_days').array().notNull().default([5, 3, 1, 0]),
    /** After how many working days in delay the sector's chief is told; null: never. */
    escalationDays: integer('escalation_days').default(3),
    /** How many active people it may have; null means any number. */
    peopleQuota: integer('people_quota'),
    /** Since when its people may not enter; null while they may (S247). */
    disabledAt: instant(),
    /** From when on it may be deleted; null unless that was begun. */
    deleteFrom: instant(),
    /** A host name of its own, in small letters: only its people enter there (S248). */
    host: text(),
    /** What is shown before the login at that host. */
    contactPhone: text('contact_phone'),
    contactEmail: text('contact_email'),
    createdAt: now(),
  },
  (table) => [
    unique().on(table.acronym),
    unique('tenants_host').on(table.host),
    check('tenants_host_small', sql`${table.host} = lower(${table.host})`),
    unique('tenants_name_skeleton').on(table.nameSkeleton),
    unique('tenants_acronym_skeleton').on(table.acronymSkeleton),
    check('tenants_time_zone', sql`is_time_zone(${table.timeZone})`),
  ],
);

/** The change counter (`value`) and the last number of a document, one row per tenant. */
export const counters = pgTable('counters', {
  tenantId: bigint('tenant_id', { mode: 'number' })
    .primaryKey()
    .references(() => tenants.id),
  value: bigint({ mode: 'number' }).notNull().default(0),
  lastDocumentNumber: integer('last_document_number').notNull().default(0),
});

export const organizations = pgTable(
  'organizations',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    name: text().notNull(),
    acronym: text().notNull(),
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    /**
     * The person of the sector who is told of what stays late there. No foreign key: people refer
     * to their sector, and a restored row could not come before the other.
     */
    chiefUserId: ref(),
    deletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    uniqueIndex('organizations_acronym')
      .on(table.tenantId, sql`lower(${table.acronym})`)
      .where(sql`${table.deletedAt} is null`),
    index('organizations_rev').on(table.tenantId, table.rev),
  ],
);

export const roles = pgTable(
  'roles',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    name: text().notNull(),
    permissions: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    unique().on(table.tenantId, table.name),
    index('roles_rev').on(table.tenantId, table.rev),
  ],
);

export const users = pgTable(
  'users',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    name: text().notNull(),
    lastName: text('last_name').notNull(),
    email: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    organizationId: ref(),
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    imageKey: text('image_key'),
    imageSha256: text('image_sha256'),
    /**
     * What the person is called in their office, and their number there; null where it is not
     * known.
     */
    jobTitle: text('job_title'),
    registration: text(),
    /** Increased when what the person may see shrinks or moves (src/sync/promises.md, Pull). */
    scopeEpoch: integer('scope_epoch').notNull().default(1),
    /**
     * Random bytes that nothing reads: keys that seal work are in sealing_keys (S94). Required, so
     * new rows still bring them.
     */
    sealingKey: bytea('sealing_key').notNull(),
    lastLoginAt: instant(),
    /**
     * The login before the last one. For queued work that names no login, the device's word on when
     * it was done is believed only after this instant (S7).
     */
    previousLoginAt: instant(),
    /** The ways of the notices that the person chose, by event; null for one who chose nothing. */
    notices: jsonb().$type<NoticeChoices>(),
    deletedAt: instant(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    foreignKey({
      columns: [table.tenantId, table.organizationId],
      foreignColumns: [organizations.tenantId, organizations.id],
    }),
    // E-mails are unique across tenants (rule H7).
    uniqueIndex('users_email')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.deletedAt} is null`),
    index('users_rev').on(table.tenantId, table.rev),
  ],
);

export const userRoles = pgTable(
  'user_roles',
  { tenantId: tenantId(), userId: ref().notNull(), roleId: ref().notNull(), position: integer().notNull().default(0) },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.roleId] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [table.tenantId, table.roleId], foreignColumns: [roles.tenantId, roles.id] }),
  ],
);

/**
 * Sheets of sectors and people that were written: by whom, and what they changed. `report` has the
 * lines that changed something, as the conference showed them.
 */
export const imports = pgTable(
  'imports',
  {
    tenantId: tenantId(),
    id: id(),
    by: ref().notNull(),
    at: now(),
    kind: text({ enum: ['organizations', 'users'] }).notNull(),
    /** Of the file, in hexadecimal. */
    sha256: text().notNull(),
    counts: jsonb().notNull(),
    report: jsonb().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.by], foreignColumns: [users.tenantId, users.id] }),
  ],
);

/**
 * Names that people had before, so that old acts can be shown with the name under which they were
 * done (S155).
 */
export const formerNames = pgTable(
  'former_names',
  {
    tenantId: tenantId(),
    id: id(),
    userId: ref().notNull(),
    name: text().notNull(),
    lastName: text('last_name').notNull(),
    /** When another name took its place. */
    until: instant().notNull(),
    /** The person who changed it. */
    changedBy: ref().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [table.tenantId, table.changedBy], foreignColumns: [users.tenantId, users.id] }),
    index('former_names_user').on(table.tenantId, table.userId, table.until),
  ],
);
