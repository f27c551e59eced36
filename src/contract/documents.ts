// Documents on the wire (src/sync/promises.md, Rows on the wire): the row of lists, its details,
// and both in one object.

import { ABILITIES } from '#domain/document-state.ts';
import { LOG_ACTIONS } from '#domain/document-types.ts';
import * as v from 'valibot';
import { ROW_ENTRIES } from './document-fields.ts';
import { Day, FileRef, Id, Instant, OrganizationRef, PersonRef, Rev, Uuid } from './scalars.ts';

/** A row of lists and of the feed (document-fields.ts). */
export const DocumentRow = v.object(ROW_ENTRIES);
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
  /** The author's name at the time of the act; absent where it is still the same (S155). */
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

const DETAIL_ENTRIES = {
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
export const DocumentDetails = v.object({ id: Id, rev: Rev, ...DETAIL_ENTRIES });
export type DocumentDetails = v.InferOutput<typeof DocumentDetails>;

const DETAIL_NAMES = Object.keys(DocumentDetails.entries) as (keyof DocumentDetails)[];

/** Takes the details out of an answer that may have more fields. */
export function detailsOf(answer: DocumentDetails): DocumentDetails {
  return Object.fromEntries(DETAIL_NAMES.map((name) => [name, answer[name]])) as DocumentDetails;
}

const DocumentAbilities = v.object(
  Object.fromEntries(ABILITIES.map((name) => [name, v.boolean()])) as Record<
    (typeof ABILITIES)[number],
    v.BooleanSchema<undefined>
  >,
);

/** GET /api/documents/{id} and the `document` of every write. */
export const DocumentFull = v.object({ ...DocumentRow.entries, ...DETAIL_ENTRIES, abilities: DocumentAbilities });
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

const FoundRows = v.object({ data: v.array(DocumentRow), total: v.number() });
/**
 * The answer of GET /api/documents to a search on the server (S110). Its abilities are not read,
 * because the device computes them.
 */
type FoundRows = v.InferOutput<typeof FoundRows>;

export function readFoundRows(json: unknown): FoundRows | null {
  const { success, output } = v.safeParse(FoundRows, json);
  return success ? output : null;
}

export function readFoundDocument(json: unknown): DocumentFull | null {
  const { success, output } = v.safeParse(DocumentFull, json);
  return success ? output : null;
}
