// Documents, and the people and sectors that they concern.

import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, ref, tenantId, rev, instant, now } from './columns.ts';
import { organizations, users } from './people.ts';
import { documentSubjects } from './reference-data.ts';

export const documents = pgTable(
  'documents',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    number: integer().notNull(),
    /** Never overdue, which is computed (rule A2). */
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
    /**
     * The id of the command that made the document, or a random one. Every copy of the database has
     * the same mark, so it tells documents apart after a return to an older state (S168).
     */
    mark: uuid().notNull().defaultRandom(),
    /** Text for the search, written with the domain's folding (rule F10). */
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
    // A first sync begins with the open documents of the person, wherever they are among all that
    // were ever sent.
    index('documents_open')
      .on(table.tenantId, table.createdAt, table.id)
      .where(sql`${table.storedStatus} <> 'completed'`),
    index('documents_origin').on(table.tenantId, table.originOrganizationId),
    index('documents_author').on(table.tenantId, table.createdBy),
    // The tenant is part of the index: without it, a search would read the matching rows of all
    // tenants.
    index('documents_search').using('gin', table.tenantId, sql`${table.searchText} gin_trgm_ops`),
  ],
);

/**
 * The row that devices mirror, as it was when the document got its number. It is valid while its
 * `rev` equals the document's; otherwise the row is built anew (S17).
 */
export const documentRows = pgTable(
  'document_rows',
  {
    tenantId: tenantId(),
    documentId: ref().notNull(),
    rev: rev(),
    row: json().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
  ],
);

/** Everyone who is or ever was responsible; `current` marks the present responsibles. */
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
    // The document is part of the index, so that a person's documents are found in the index alone.
    index('document_responsibles_user').on(
      table.tenantId,
      table.userId,
      table.current,
      table.arrivedAt,
      table.documentId,
    ),
    // For reports: what arrived at current responsibles in a period.
    index('document_responsibles_arrived')
      .on(table.tenantId, table.arrivedAt, table.documentId)
      .where(sql`${table.current}`),
  ],
);

/** Every sector that is or ever was a destination; `current` marks the present ones. */
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
    /** Set when the mention was picked from people (rule B9). */
    userId: ref(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId, table.position] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    index('document_tags_user').on(table.tenantId, table.userId, table.documentId),
  ],
);
