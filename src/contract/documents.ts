// Documents as they travel (src/sync/promises.md, Rows on the wire): the list row, its details, and
// both in one object.

import { ABILITIES } from '#domain/abilities.ts';
import { DOCUMENT_TYPES, LOG_ACTIONS } from '#domain/document-types.ts';
import { STATUSES, STORED_STATUSES } from '#domain/status.ts';
import { TAG_TYPES } from '#domain/tags.ts';
import * as v from 'valibot';
import { FileRef, OrganizationRef, PersonRef, SubjectRef } from './references.ts';
import { Day, Id, Instant, Mark, Rev, Uuid } from './scalars.ts';

export const DocumentTag = v.object({
  title: v.string(),
  type: v.picklist(TAG_TYPES),
  /** Set when the mention was picked from people (rule B9). */
  user_id: v.nullable(Id),
});
export type DocumentTag = v.InferOutput<typeof DocumentTag>;

/** Facts that abilities need and that the row does not contain otherwise. */
export const DocumentFacts = v.object({
  responsible_ids_ever: v.array(Id),
  completed_by: v.nullable(Id),
  seen_by_responsible: v.boolean(),
  /** Instant at which the document reached each person who is or was responsible, by user id. */
  arrived_at: v.record(v.string(), Instant),
});
export type DocumentFacts = v.InferOutput<typeof DocumentFacts>;

export const DocumentRow = v.object({
  id: Id,
  rev: Rev,
  number: v.number(),
  /** Never overdue, which is computed (rule A2). */
  stored_status: v.picklist(STORED_STATUSES),
  /** As of the server's today; a device computes its own. */
  status: v.picklist(STATUSES),
  is_exception: v.boolean(),
  exception_reason: v.nullable(v.string()),
  title: v.string(),
  physical_document_number: v.string(),
  type: v.picklist(DOCUMENT_TYPES),
  created_at: Instant,
  limit_date: Day,
  created_by: Id,
  creator: PersonRef,
  /** The creator's sector, frozen at creation. */
  origin: v.nullable(OrganizationRef),
  subject: SubjectRef,
  responsibles: v.array(PersonRef),
  organizations: v.array(OrganizationRef),
  tags: v.array(DocumentTag),
  facts: DocumentFacts,
  files_count: v.number(),
  interactions_count: v.number(),
  last_activity_at: Instant,
  /** The command that created it; given only to its author. */
  command_id: v.nullable(Uuid),
  /**
   * Made once with the document (S168): tells it from another under the same id. Rows kept from
   * before it have none.
   */
  mark: v.optional(Mark),
});
export type DocumentRow = v.InferOutput<typeof DocumentRow>;

/** The time of an act and the time of its arrival. Screens show both when they differ (rule A4). */
const Happening = {
  created_at: Instant,
  /**
   * The time of the act by a corrected clock; equal to `created_at` for an act that was done
   * online.
   */
  performed_at: Instant,
  /** True when the device's clock was not believed ("hora do aparelho incorreta"). */
  clock_suspect: v.boolean(),
  /** The command of this act; given only to its author. */
  command_id: v.nullable(Uuid),
  /** The author's name at that time, where it differs from the present one (S155). */
  creator_then: v.optional(v.string()),
};

export const Interaction = v.object({
  id: Id,
  creator: PersonRef,
  /** Sanitised HTML; empty when only files were sent. */
  content: v.string(),
  files: v.array(FileRef),
  ...Happening,
});
export type Interaction = v.InferOutput<typeof Interaction>;

export const DocumentLog = v.object({
  id: Id,
  action: v.picklist(LOG_ACTIONS),
  creator: PersonRef,
  limit_date: v.nullable(Day),
  /** Responsibles after a creation or a transfer; empty otherwise. */
  responsibles: v.array(PersonRef),
  /** Destination sectors after a creation or a transfer; empty otherwise. */
  organizations: v.array(OrganizationRef),
  /** The written reason of a reassignment (rule A14); null otherwise. */
  reason: v.nullable(v.string()),
  ...Happening,
});
export type DocumentLog = v.InferOutput<typeof DocumentLog>;

export const DocumentViewer = v.object({
  user: PersonRef,
  first_at: Instant,
  last_at: Instant,
  count: v.number(),
  /** True when the last view happened without network ("visto offline"). */
  offline: v.boolean(),
});
export type DocumentViewer = v.InferOutput<typeof DocumentViewer>;

const detailEntries = {
  content: v.string(),
  files: v.array(FileRef),
  /** Oldest first. */
  interactions: v.array(Interaction),
  /** Oldest first; one `view` per person per 30 minutes (rule E2). */
  logs: v.array(DocumentLog),
  viewers: v.array(DocumentViewer),
};

/**
 * The fields that the row does not have. GET /api/sync/documents returns them and records no view.
 */
export const DocumentDetails = v.object({ id: Id, rev: Rev, ...detailEntries });
export type DocumentDetails = v.InferOutput<typeof DocumentDetails>;

export const DocumentAbilities = v.object(
  Object.fromEntries(ABILITIES.map((name) => [name, v.boolean()])) as Record<
    (typeof ABILITIES)[number],
    v.BooleanSchema<undefined>
  >,
);

/** GET /api/documents/{id} and the `document` of every write. */
export const DocumentFull = v.object({ ...DocumentRow.entries, ...detailEntries, abilities: DocumentAbilities });
export type DocumentFull = v.InferOutput<typeof DocumentFull>;

/** A row of GET /api/documents. */
export const DocumentListItem = v.object({ ...DocumentRow.entries, abilities: DocumentAbilities });
export type DocumentListItem = v.InferOutput<typeof DocumentListItem>;

export const PageLink = v.object({ url: v.nullable(v.string()), label: v.string(), active: v.boolean() });

/** GET /api/documents (rules F1, F2). */
export const DocumentPage = v.object({
  data: v.array(DocumentListItem),
  links: v.array(PageLink),
  current_page: v.number(),
  prev_page_url: v.nullable(v.string()),
  next_page_url: v.nullable(v.string()),
  per_page: v.number(),
  total: v.number(),
});
export type DocumentPage = v.InferOutput<typeof DocumentPage>;
