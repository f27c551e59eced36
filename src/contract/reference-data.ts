// People, sectors, subjects, models, alerts, holidays and roles on the wire. Each row carries its
// rev.

import { HOLIDAY_KINDS } from '#domain/holidays.ts';
import { PERMISSIONS, type RoleLike } from '#domain/permissions.ts';
import * as v from 'valibot';
import { ActiveStatus, Day, Id, OrganizationRef, Rev, Uuid } from './scalars.ts';

/**
 * A person. Everybody in the tenant gets a few fields. Those who manage the person also get the
 * fields for management (rule B2).
 */
export const UserRow = v.object({
  id: Id,
  rev: Rev,
  name: v.string(),
  last_name: v.string(),
  organization: v.nullable(OrganizationRef),
  /** Name of the first role, which is the one displayed. */
  role: v.nullable(v.string()),
  status: ActiveStatus,
  /** Path of the photo; null without one. */
  image: v.nullable(v.string()),
  /** Deleted people stay because their names are still shown (rule B11). */
  deleted: v.boolean(),
  /** The person's position in the town hall; null where it is not known. */
  job_title: v.optional(v.nullable(v.string())),
  /**
   * The person's number as an employee (matrícula). Only the person and those who manage them get
   * it.
   */
  registration: v.optional(v.nullable(v.string())),
  email: v.optional(v.string()),
});
export type UserRow = v.InferOutput<typeof UserRow>;

/**
 * The command that made the row, given to its author only. A device that lost the answer learns
 * from it that the row exists.
 */
const MadeBy = v.optional(v.nullable(Uuid));

export const OrganizationRow = v.object({
  id: Id,
  rev: Rev,
  name: v.string(),
  acronym: v.string(),
  status: ActiveStatus,
  deleted: v.boolean(),
  /** The chief, who is told of documents that stay late in the sector; null without one. */
  chief_user_id: v.optional(v.nullable(Id)),
  command_id: MadeBy,
});
export type OrganizationRow = v.InferOutput<typeof OrganizationRow>;

/** A person in GET /api/users: the row, and further fields for the management screens. */
export const ListedUser = v.object({
  ...UserRow.entries,
  organization_id: v.nullable(Id),
  roles: v.array(v.object({ id: Id, name: v.string() })),
  /** Whether the requesting person may edit, toggle or delete this person (rule B2). */
  managed: v.boolean(),
});
export type ListedUser = v.InferOutput<typeof ListedUser>;

/** A sector in GET /api/organizations: the row, and its people as GET /api/users has them. */
export const ListedOrganization = v.object({ ...OrganizationRow.entries, users: v.array(ListedUser) });
export type ListedOrganization = v.InferOutput<typeof ListedOrganization>;

const MonthDay = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31));

export const DocumentSubjectRow = v.object({
  id: Id,
  rev: Rev,
  name: v.string(),
  status: ActiveStatus,
  submission_start_day: v.nullable(MonthDay),
  submission_end_day: v.nullable(MonthDay),
  exempt_submission_date_organizations: v.array(OrganizationRef),
  /**
   * The limit date that the subject proposes for a new document, in days from its creation; null
   * for none.
   */
  default_days: v.optional(v.nullable(v.number())),
  /** Whether `default_days` are working days. */
  working: v.optional(v.boolean()),
  deleted: v.boolean(),
  command_id: MadeBy,
});
export type DocumentSubjectRow = v.InferOutput<typeof DocumentSubjectRow>;

export const MODEL_TYPES = ['document_model', 'flow_model'] as const;
export const MODEL_FILE_TYPES = ['word', 'pdf'] as const;

export const ModelFile = v.object({ id: Id, name: v.string(), mime_type: v.string(), size: v.number() });
export type ModelFile = v.InferOutput<typeof ModelFile>;

export const ModelRow = v.object({
  id: Id,
  rev: Rev,
  name: v.string(),
  description: v.string(),
  type: v.picklist(MODEL_TYPES),
  file_mime_type: v.picklist(MODEL_FILE_TYPES),
  status: ActiveStatus,
  organizations: v.array(OrganizationRef),
  files: v.array(ModelFile),
  created_at: v.string(),
  command_id: MadeBy,
});
export type ModelRow = v.InferOutput<typeof ModelRow>;

export const AlertRow = v.object({
  id: Id,
  rev: Rev,
  title: v.string(),
  description: v.string(),
  limit_date: Day,
  status: ActiveStatus,
  command_id: MadeBy,
});
export type AlertRow = v.InferOutput<typeof AlertRow>;

/**
 * A day on which the town hall does not work, or one on which it works although the year brings a
 * holiday.
 */
export const HolidayRow = v.object({
  id: Id,
  rev: Rev,
  day: Day,
  name: v.string(),
  kind: v.picklist(HOLIDAY_KINDS),
  /** The sectors that work on the day all the same. */
  exempt_organization_ids: v.array(Id),
  command_id: MadeBy,
});
export type HolidayRow = v.InferOutput<typeof HolidayRow>;

export const RoleRow = v.object({
  id: Id,
  rev: Rev,
  name: v.string(),
  permissions: v.array(v.object({ name: v.picklist(PERMISSIONS) })),
  /**
   * Further permissions, which devices of version 1.0 do not know. Such a device would refuse a
   * page with an unknown name among `permissions`, but ignores a field that it does not know (S3).
   */
  more_permissions: v.optional(v.array(v.object({ name: v.string() }))),
});
export type RoleRow = v.InferOutput<typeof RoleRow>;

/** The role with all its permissions in one list, as the rules of the domain read it. */
export function wholeRole(row: RoleRow): RoleRow & RoleLike {
  return { ...row, permissions: [...row.permissions, ...(row.more_permissions ?? [])] as RoleRow['permissions'] };
}
