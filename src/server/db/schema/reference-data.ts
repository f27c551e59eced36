// Reference data beside sectors and people: subjects, models, alerts and holidays.

import { HOLIDAY_KINDS } from '#domain/holidays.ts';
import { sql } from 'drizzle-orm';
import { boolean, date, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, ref, tenantId, rev, instant, now } from './columns.ts';
import { organizations, tenants } from './people.ts';

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
    /**
     * How many days the proposed limit date of a new document lies ahead; null for no proposal.
     * With `working` only working days count.
     */
    defaultDays: integer('default_days'),
    working: boolean().notNull().default(false),
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

/**
 * The days off that the tenant enters; those that follow from the year have no row
 * (src/domain/holidays.ts).
 */
export const holidays = pgTable(
  'holidays',
  {
    tenantId: tenantId(),
    id: id(),
    rev: rev(),
    day: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    kind: text({ enum: HOLIDAY_KINDS }).notNull(),
    deletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }),
    uniqueIndex('holidays_day')
      .on(table.tenantId, table.day)
      .where(sql`${table.deletedAt} is null`),
    index('holidays_rev').on(table.tenantId, table.rev),
  ],
);

/** The sectors that work on a holiday. */
export const holidayExemptOrganizations = pgTable(
  'holiday_exempt_organizations',
  { tenantId: tenantId(), holidayId: ref().notNull(), organizationId: ref().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.holidayId, table.organizationId] }),
    foreignKey({ columns: [table.tenantId, table.holidayId], foreignColumns: [holidays.tenantId, holidays.id] }),
    foreignKey({
      columns: [table.tenantId, table.organizationId],
      foreignColumns: [organizations.tenantId, organizations.id],
    }),
  ],
);
