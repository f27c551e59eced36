// Accesses on the wire: what a device reports, and what the audit answers (S229).

import { ACCESS_BATCH_MAX, ACCESS_KINDS, DEVICE_ACCESSES } from '#domain/accesses.ts';
import { SIGHT_REASONS } from '#domain/visibility.ts';
import * as v from 'valibot';
import { Day, Id, Instant, PersonRef } from './scalars.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * An access on a device, which the server does not see, such as a print. `amount`: files of a ZIP,
 * or lines of an export.
 */
export const DeviceAccessEvent = v.object({
  kind: v.picklist(DEVICE_ACCESSES),
  performed_at: Instant,
  document_id: v.optional(v.nullable(Id)),
  file_id: v.optional(v.nullable(Id)),
  amount: v.optional(v.nullable(Count)),
  offline: v.optional(v.boolean()),
});
export type DeviceAccessEvent = v.InferOutput<typeof DeviceAccessEvent>;

/** POST /api/access-events */
export const AccessEventsInput = v.object({
  events: v.pipe(v.array(DeviceAccessEvent), v.minLength(1), v.maxLength(ACCESS_BATCH_MAX)),
});
export type AccessEventsInput = v.InferOutput<typeof AccessEventsInput>;

/** A document as an auditor gets it: without a title when it is out of the auditor's sight. */
export const AuditedDocument = v.object({
  id: Id,
  number: Count,
  title: v.nullable(v.string()),
  sector: v.nullable(v.string()),
});
export type AuditedDocument = v.InferOutput<typeof AuditedDocument>;

/** One recorded access. `person`: null where the tenant has no such person any more. */
export const AuditedAccess = v.object({
  key: v.string(),
  at: Instant,
  /** When the server was told of the access; later than `at` for one without a network. */
  arrived_at: Instant,
  clock_suspect: v.boolean(),
  offline: v.boolean(),
  kind: v.picklist(ACCESS_KINDS),
  person: v.nullable(PersonRef),
  role: v.nullable(v.string()),
  document: v.nullable(AuditedDocument),
  /** The name of the file, where its document is in the auditor's sight. */
  file: v.nullable(v.string()),
  amount: v.nullable(Count),
  device: v.nullable(v.string()),
  /** Why the person sees the document today; null where it is out of the person's sight. */
  reason: v.nullable(v.picklist([...SIGHT_REASONS, 'admin'])),
  /**
   * An act of administration, such as `update-user`. `about`: names of what it changed. `fields`:
   * names of the changed fields.
   */
  act: v.nullable(v.string()),
  about: v.array(v.string()),
  fields: v.array(v.string()),
});
export type AuditedAccess = v.InferOutput<typeof AuditedAccess>;

/** Sums over all pages of an answer. */
export const AuditSums = v.object({
  total: Count,
  people: Count,
  sectors: Count,
  documents: Count,
  files: Count,
  prints: Count,
  refused: Count,
});
export type AuditSums = v.InferOutput<typeof AuditSums>;

/** GET /api/audit/documents/:id, /api/audit/people/:id and /api/audit/acts */
export const AuditPage = v.object({
  document: v.nullable(AuditedDocument),
  person: v.nullable(PersonRef),
  page: Id,
  pages: Count,
  sums: AuditSums,
  accesses: v.array(AuditedAccess),
});
export type AuditPage = v.InferOutput<typeof AuditPage>;

export const AuditQuery = v.object({
  from: v.optional(Day),
  to: v.optional(Day),
  kind: v.optional(v.picklist(ACCESS_KINDS)),
  page: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(100_000)), 1),
  format: v.optional(v.picklist(['json', 'csv']), 'json'),
});
export type AuditQuery = v.InferOutput<typeof AuditQuery>;
