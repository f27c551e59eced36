// The extension of the API for offline devices: headers, pages of changes, live hints
// (src/sync/promises.md, Rows on the wire).

import * as v from 'valibot';
import type { CopyBound } from './copy-bound.ts';
import { DocumentDetails, DocumentRow } from './documents.ts';
import type {
  AlertRow,
  DocumentSubjectRow,
  HolidayRow,
  ModelRow,
  OrganizationRow,
  RoleRow,
  UserRow,
} from './reference-data.ts';
import { Instant, Mark, Rev } from './scalars.ts';
import type { FeedSession, SessionUser } from './session.ts';

export const HEADERS = {
  idempotencyKey: 'Idempotency-Key',
  replayed: 'Idempotent-Replayed',
  performedAt: 'X-Performed-At',
  actingUser: 'X-Acting-User',
  /**
   * How often the device has sent the command, this time included. A device that withdraws the key
   * of a command names its attempts (S18).
   */
  attempt: 'X-Attempt',
  /**
   * `login_id` of the session under which a write was made. That session may be over when the write
   * is sent (S34).
   */
  login: 'X-Login',
  csrf: 'X-XSRF-TOKEN',
  /** Version of the client's protocol, so that a server can require a newer one. */
  client: 'X-Malote-Client',
} as const;

/** Raised when the server can no longer serve clients of the protocol before. */
export const CLIENT_PROTOCOL = 1;

export const SYNC_PAGE_MAX = 500;
export const SYNC_DETAILS_MAX = 50;

/**
 * The mirrored collections in the order in which a snapshot walks them: reference data first,
 * documents last.
 */
export const COLLECTIONS = [
  'organizations',
  'roles',
  'users',
  'document_subjects',
  'models',
  'alerts',
  'holidays',
  'documents',
] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** The row type of each collection; changes.ts has the schemas. */
type Rows = {
  organizations: OrganizationRow;
  roles: RoleRow;
  users: UserRow;
  document_subjects: DocumentSubjectRow;
  models: ModelRow;
  alerts: AlertRow;
  holidays: HolidayRow;
  documents: DocumentRow;
};
export type CollectionRow<Name extends Collection> = Rows[Name];

type ChangeOf<Name extends Collection> =
  | { collection: Name; op: 'put'; id: number; rev: number; row: Rows[Name] }
  | { collection: Name; op: 'delete'; id: number; rev: number };

/** One changed row; a `delete` says that the row is gone for this person. */
export type Change = { [Name in Collection]: ChangeOf<Name> }[Collection];

/**
 * The name under which the feed brings the session's own row: the person, their roles and their
 * tenant, as GET /api/user tells them (S174). It is no mirrored collection, because a device has
 * one session and keeps it with its settings.
 */
export const SESSION = 'session';
export type SessionChange = { collection: typeof SESSION; op: 'put'; id: number; rev: number; row: FeedSession };

/** The steps of the feed in their order: the session, then the mirrored collections. */
export const FEED = [SESSION, ...COLLECTIONS] as const;

/**
 * The values of `rows=` in GET /api/sync/changes. Both have the same effect: devices of version 1.0
 * ask for `compact`, and read the full form too (S200).
 */
export const ROW_FORMS = ['full', 'compact'] as const;

/**
 * The values of `extent=` in GET /api/sync/changes: every document in sight, or a bounded copy
 * where there are very many (src/domain/bounded-copy.ts).
 */
export const EXTENTS = ['whole', 'bounded'] as const;
export type Extent = (typeof EXTENTS)[number];

/**
 * The value of `first=` in GET /api/sync/changes without a cursor. One page with what a first
 * screen shows, alerts and the first documents, then comes ahead of the walk. The walk brings them
 * again in their positions (S132).
 */
export const FIRST_SCREEN = 'screen';

/**
 * The fields of a page of GET /api/sync/changes?cursor=&limit=&rows=&extent=&first= beside its
 * changes.
 */
export const PageFrame = v.object({
  /** Opaque to the client. */
  next_cursor: v.string(),
  has_more: v.boolean(),
  /** True: the page belongs to a walk of everything. False: it has the changes since a walk. */
  snapshot: v.boolean(),
  scope_epoch: v.string(),
  server_time: Instant,
  minimum_client: v.number(),
});
type Page<AnyChange> = v.InferOutput<typeof PageFrame> & { changes: AnyChange[]; bounded?: CopyBound | undefined };

/** A page as it is sent. */
export type WirePage = Page<Change | SessionChange>;

/** A page as a device has read it. `session`: the session's row, with its change number. */
export type ChangesPage = Page<Change> & { session?: SessionUser | undefined };

/**
 * GET /api/sync/documents?ids=1,2,3&rows=: details of those documents that the person sees; with
 * `rows=full` each has its row too. It records no view.
 */
export const DetailsAnswer = v.object({
  documents: v.array(v.object({ ...DocumentDetails.entries, row: v.optional(DocumentRow) })),
});
export type DetailsAnswer = v.InferOutput<typeof DetailsAnswer>;

/** POST /api/documents/{id}/views: a view that happened on a device. */
export const ViewInput = v.object({
  offline: v.optional(v.boolean(), false),
  based_on: v.optional(v.object({ mark: v.optional(Mark) })),
});
export type ViewInput = v.InferOutput<typeof ViewInput>;

/** The only live event: "there is more". */
export const MoreEvent = v.object({ rev: Rev });
