// The tables. Every one of them carries the tenant; keys and foreign keys are composite (tenant_id, id), so that a row can
// not point into another tenant whatever a query forgets (decisions H8; hardening, isolation). `rev` is the number of the
// tenant's change a row was last written in (sync.md, One number). History (interactions, logs, views, receipts) is
// append-only: the working role has neither UPDATE nor DELETE there.

import {
  bigint,
  boolean,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const id = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity();
const ref = () => bigint({ mode: 'number' });
const tenantId = () => bigint('tenant_id', { mode: 'number' }).notNull();
const rev = () => bigint({ mode: 'number' }).notNull().default(0);
const instant = () => timestamp({ withTimezone: true, mode: 'string', precision: 3 });
const now = () => instant().notNull().defaultNow();

export const tenants = pgTable(
  'tenants',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    acronym: text().notNull(),
    sector: text({ enum: ['public', 'private'] })
      .notNull()
      .default('public'),
    timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
    /** Key of the stored image, null without one. */
    logoKey: text('logo_key'),
    createdAt: now(),
  },
  (table) => [unique().on(table.acronym)],
);

/** The change counter (`value`) and the last number of a document, one row a tenant. */
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
    /** Web Push subscription of the last device, as JSON text (decisions G10). */
    pushSubscription: text('push_subscription'),
    /** Bumped when what the person may see shrinks or moves (sync.md, Pull). */
    scopeEpoch: integer('scope_epoch').notNull().default(1),
    /** Key that seals this person's unsent work on shared devices (sync.md, Device). */
    sealingKey: bytea('sealing_key').notNull(),
    lastLoginAt: instant(),
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
    // Unique across tenants (decisions H7).
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

/** Server-side sessions (hardening, default 1): the cookie holds a random token, the table its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** SHA-256 of the CSRF token bound to this session. */
    csrfToken: text('csrf_token').notNull(),
    tenantId: bigint('tenant_id', { mode: 'number' }),
    userId: ref(),
    remember: boolean().notNull().default(false),
    createdAt: now(),
    lastUsedAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    index('sessions_user').on(table.tenantId, table.userId),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/** Solved challenges, good once (contract page). */
export const usedChallenges = pgTable('used_challenges', {
  signature: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Failed logins of the last minute, by e-mail and address (hardening, default 5). */
export const loginFailures = pgTable('login_failures', { key: text().notNull(), at: instant().notNull() }, (table) => [
  index('login_failures_key').on(table.key, table.at),
]);

export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    tenantId: tenantId(),
    userId: ref().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] })],
);

export const documentSubjects = pgTable(
  'document_subjects',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    name: text().notNull(),
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    submissionStartDay: integer('submission_start_day'),
    submissionEndDay: integer('submission_end_day'),
    deletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    index('document_subjects_rev').on(table.tenantId, table.rev),
  ],
);

export const subjectExemptOrganizations = pgTable(
  'subject_exempt_organizations',
  { tenantId: tenantId(), subjectId: ref().notNull(), organizationId: ref().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.subjectId, table.organizationId] }),
    foreignKey({
      columns: [table.tenantId, table.subjectId],
      foreignColumns: [documentSubjects.tenantId, documentSubjects.id],
    }),
    foreignKey({
      columns: [table.tenantId, table.organizationId],
      foreignColumns: [organizations.tenantId, organizations.id],
    }),
  ],
);

export const models = pgTable(
  'models',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    name: text().notNull(),
    description: text().notNull(),
    type: text({ enum: ['document_model', 'flow_model'] }).notNull(),
    fileMimeType: text('file_mime_type', { enum: ['word', 'pdf'] }).notNull(),
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    createdAt: now(),
    deletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    index('models_rev').on(table.tenantId, table.rev),
  ],
);

export const modelOrganizations = pgTable(
  'model_organizations',
  { tenantId: tenantId(), modelId: ref().notNull(), organizationId: ref().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.modelId, table.organizationId] }),
    foreignKey({ columns: [table.tenantId, table.modelId], foreignColumns: [models.tenantId, models.id] }),
    foreignKey({
      columns: [table.tenantId, table.organizationId],
      foreignColumns: [organizations.tenantId, organizations.id],
    }),
  ],
);

export const alerts = pgTable(
  'alerts',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    title: text().notNull(),
    description: text().notNull(),
    limitDate: date('limit_date', { mode: 'string' }).notNull(),
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    deletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    index('alerts_rev').on(table.tenantId, table.rev),
  ],
);

export const documents = pgTable(
  'documents',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    number: integer().notNull(),
    /** Never overdue (decisions A2). */
    storedStatus: text('stored_status', { enum: ['pending', 'under_review', 'extended', 'completed'] }).notNull(),
    isException: boolean('is_exception').notNull().default(false),
    exceptionReason: text('exception_reason'),
    title: text().notNull(),
    physicalDocumentNumber: text('physical_document_number').notNull(),
    type: text({ enum: ['general_document', 'contract_amendment', 'termination'] }).notNull(),
    subjectId: ref().notNull(),
    createdBy: ref().notNull(),
    /** The creator's sector, frozen at creation. */
    originOrganizationId: ref(),
    limitDate: date('limit_date', { mode: 'string' }).notNull(),
    completedBy: ref(),
    seenByResponsible: boolean('seen_by_responsible').notNull().default(false),
    /** Sanitised HTML. */
    content: text().notNull(),
    filesCount: integer('files_count').notNull().default(0),
    interactionsCount: integer('interactions_count').notNull().default(0),
    createdAt: now(),
    lastActivityAt: now(),
    performedAt: now(),
    clockSuspect: boolean('clock_suspect').notNull().default(false),
    commandId: uuid('command_id'),
    /** Written by the domain's folding (decisions F10). */
    searchText: text('search_text').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.createdBy], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [table.tenantId, table.completedBy], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({
      columns: [table.tenantId, table.subjectId],
      foreignColumns: [documentSubjects.tenantId, documentSubjects.id],
    }),
    foreignKey({
      columns: [table.tenantId, table.originOrganizationId],
      foreignColumns: [organizations.tenantId, organizations.id],
    }),
    unique('documents_number').on(table.tenantId, table.number),
    index('documents_rev').on(table.tenantId, table.rev),
    index('documents_created').on(table.tenantId, table.createdAt, table.id),
    index('documents_origin').on(table.tenantId, table.originOrganizationId),
    index('documents_author').on(table.tenantId, table.createdBy),
    index('documents_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
  ],
);

/** Everyone who is or ever was a responsible; `current` marks those of now. */
export const documentResponsibles = pgTable(
  'document_responsibles',
  {
    tenantId: tenantId(),
    documentId: ref().notNull(),
    userId: ref().notNull(),
    current: boolean().notNull(),
    position: integer().notNull().default(0),
    arrivedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId, table.userId] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    index('document_responsibles_user').on(table.tenantId, table.userId, table.current, table.arrivedAt),
  ],
);

/** Every sector that is or ever was a destination; `current` marks those of now. */
export const documentOrganizations = pgTable(
  'document_organizations',
  {
    tenantId: tenantId(),
    documentId: ref().notNull(),
    organizationId: ref().notNull(),
    current: boolean().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId, table.organizationId] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({
      columns: [table.tenantId, table.organizationId],
      foreignColumns: [organizations.tenantId, organizations.id],
    }),
    index('document_organizations_sector').on(table.tenantId, table.organizationId, table.documentId),
  ],
);

export const documentTags = pgTable(
  'document_tags',
  {
    tenantId: tenantId(),
    documentId: ref().notNull(),
    position: integer().notNull(),
    title: text().notNull(),
    type: text({ enum: ['mention', 'keyword'] }).notNull(),
    /** Set when the mention was picked from people (decisions B9). */
    userId: ref(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId, table.position] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    index('document_tags_user').on(table.tenantId, table.userId, table.documentId),
  ],
);

/** When something was done and when it arrived (decisions A4), and the command behind it. */
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
    /** Written reason of a reassignment (decisions A14). */
    reason: text(),
    /** A view that happened without network. */
    offline: boolean().notNull().default(false),
    ...happening,
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({ columns: [table.tenantId, table.creatorId], foreignColumns: [users.tenantId, users.id] }),
    index('logs_document').on(table.tenantId, table.documentId, table.id),
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

/** Exactly once (sync.md, Server side): written in the effect's transaction, kept for good. */
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
    rev: bigint({ mode: 'number' }).notNull(),
    at: now(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.actorId, table.key] }),
    foreignKey({ columns: [table.tenantId, table.actorId], foreignColumns: [users.tenantId, users.id] }),
  ],
);

/** Rows that are gone, for devices that still hold them (kept 180 days). */
export const tombstones = pgTable(
  'tombstones',
  { tenantId: tenantId(), collection: text().notNull(), rowId: ref().notNull(), rev: rev(), at: now() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.collection, table.rowId] }),
    index('tombstones_rev').on(table.tenantId, table.rev),
  ],
);

/** Work for later (jobs/): each key once per tenant, taken by one server at a time under a lease. */
export const jobs = pgTable(
  'jobs',
  {
    tenantId: tenantId(),
    id: id(),
    kind: text({ enum: ['push', 'deadline-mail', 'password-reset', 'reminders'] }).notNull(),
    /** What must not happen twice, such as `push:reminder:42:7:2026-11-20:3`. */
    key: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    runAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    leasedUntil: instant(),
    /** Done, or given up: then `last_error` says why. */
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
    index('jobs_done')
      .on(table.doneAt)
      .where(sql`${table.doneAt} is not null`),
  ],
);

/** Cleaning up that belongs to no tenant: when each is due again, and who is at it. */
export const maintenance = pgTable('maintenance', {
  name: text().primaryKey(),
  dueAt: instant().notNull(),
  leasedUntil: instant(),
});
