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
     * What name and acronym look like: no two tenants have the same skeleton of either (S154). Null
     * until it has been computed.
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
     * How much the tenant and each of its people may store, in MB; null: what the environment says
     * (S158).
     */
    storageQuotaMb: integer('storage_quota_mb'),
    personStorageQuotaMb: integer('person_storage_quota_mb'),
    /**
     * How many days before a document's limit date its people are reminded; 0 is the day itself.
     */
    reminderDays: integer('reminder_days').array().notNull().default([5, 3, 1, 0]),
    /** After how many working days in delay the sector's chief is told; null: never. */
    escalationDays: integer('escalation_days').default(3),
    /** How many active people the tenant may have; null means any number. */
    peopleQuota: integer('people_quota'),
    /** When the tenant was suspended (S247); null while its people may enter. */
    disabledAt: instant(),
    /** From when on the tenant may be deleted; null unless a deletion was begun (S247). */
    deleteFrom: instant(),
    /** The tenant's own host name, in small letters: only its people enter there (S248). */
    host: text(),
    /** How to reach the tenant, shown before the login at its own host name. */
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
     * The person of the sector who is told of documents that stay overdue there. There is no
     * foreign key: people refer to their sector, and a restore could insert neither row before the
     * other.
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
    /** Job title and registration number of the person; null where they are not known. */
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
    /** The ways by which the person wants to be told, by event (rule G10); null for no choice. */
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
 * Imported sheets of sectors or people (S209): by whom, and what they changed. `report` has the
 * lines that changed something, as the author saw them before the import.
 */
export const imports = pgTable(
  'imports',
  {
    tenantId: tenantId(),
    id: id(),
    by: ref().notNull(),
    at: now(),
    kind: text({ enum: ['organizations', 'users'] }).notNull(),
    /** SHA-256 of the sheet's file, in hexadecimal. */
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
    /** The person who changed the name. */
    changedBy: ref().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [table.tenantId, table.changedBy], foreignColumns: [users.tenantId, users.id] }),
    index('former_names_user').on(table.tenantId, table.userId, table.until),
  ],
);
