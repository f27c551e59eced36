// The extension for offline devices: headers, pages of changes, live hints (src/sync/promises.md, Rows on the wire).

import * as v from 'valibot';
import { DocumentDetails, DocumentRow } from './documents.ts';
import { AlertRow, DocumentSubjectRow, ModelRow, OrganizationRow, RoleRow, UserRow } from './reference-data.ts';
import { Id, Instant, Rev } from './scalars.ts';

export const HEADERS = {
  idempotencyKey: 'Idempotency-Key',
  replayed: 'Idempotent-Replayed',
  performedAt: 'X-Performed-At',
  actingUser: 'X-Acting-User',
  /** How often the device has sent the command, this time included; a device that withdraws its key names the attempts (S18). */
  attempt: 'X-Attempt',
  /** `login_id` of the session under which a write was made, which may be over when the write is sent (S34). */
  login: 'X-Login',
  csrf: 'X-XSRF-TOKEN',
  /** Version of the client's protocol, so that a server can ask for a newer one. */
  client: 'X-Malote-Client',
} as const;

/** Increased when the server can't serve older clients any more. */
export const CLIENT_PROTOCOL = 1;

export const SYNC_PAGE_MAX = 500;
export const SYNC_DETAILS_MAX = 50;

/** Every mirrored collection with the schema of its row. */
export const COLLECTION_ROWS = {
  organizations: OrganizationRow,
  roles: RoleRow,
  users: UserRow,
  document_subjects: DocumentSubjectRow,
  models: ModelRow,
  alerts: AlertRow,
  documents: DocumentRow,
} as const;
export type Collection = keyof typeof COLLECTION_ROWS;
export type CollectionRow<Name extends Collection> = v.InferOutput<(typeof COLLECTION_ROWS)[Name]>;

/** The order in which a snapshot walks the collections: reference data first, documents last. */
export const COLLECTIONS = Object.keys(COLLECTION_ROWS) as Collection[];

function changeOf<Name extends Collection, Row extends (typeof COLLECTION_ROWS)[Name]>(collection: Name, row: Row) {
  return v.variant('op', [
    v.object({ collection: v.literal(collection), op: v.literal('put'), id: Id, rev: Rev, row }),
    v.object({ collection: v.literal(collection), op: v.literal('delete'), id: Id, rev: Rev }),
  ]);
}

/** Changes of everything but documents: they have the same form on every page. */
export const REFERENCE_CHANGES = [
  changeOf('organizations', OrganizationRow),
  changeOf('roles', RoleRow),
  changeOf('users', UserRow),
  changeOf('document_subjects', DocumentSubjectRow),
  changeOf('models', ModelRow),
  changeOf('alerts', AlertRow),
] as const;

const DocumentChange = changeOf('documents', DocumentRow);

/** A document that is gone for this person. */
export const DocumentDelete = DocumentChange.options[1];

/** One changed row; a `delete` says that the row is gone for this person. */
export const Change = v.variant('collection', [...REFERENCE_CHANGES, DocumentChange]);
export type Change = v.InferOutput<typeof Change>;

/** What `rows=` of GET /api/sync/changes may ask for: documents as they are, or the compact form (compact-page.ts). */
export const ROW_FORMS = ['full', 'compact'] as const;
export type RowForm = (typeof ROW_FORMS)[number];

/** GET /api/sync/changes?cursor=&limit=&rows= */
export const ChangesPage = v.object({
  changes: v.array(Change),
  /** Opaque to the client. */
  next_cursor: v.string(),
  has_more: v.boolean(),
  /** Whether the page belongs to the walk of everything (true) or to the changes since (false). */
  snapshot: v.boolean(),
  scope_epoch: v.string(),
  server_time: Instant,
  minimum_client: v.number(),
});
export type ChangesPage = v.InferOutput<typeof ChangesPage>;

/** GET /api/sync/documents?ids=1,2,3: only those that the person sees; records no view. */
export const DetailsAnswer = v.object({ documents: v.array(DocumentDetails) });
export type DetailsAnswer = v.InferOutput<typeof DetailsAnswer>;

/** POST /api/documents/{id}/views: a view that happened on a device. */
export const ViewInput = v.object({ offline: v.optional(v.boolean(), false) });
export type ViewInput = v.InferOutput<typeof ViewInput>;

/** The only live event: "there is more". */
export const MoreEvent = v.object({ rev: Rev });
