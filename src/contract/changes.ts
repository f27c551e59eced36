// The schemas of a page of changes. Their types are in sync.ts.

import * as v from 'valibot';
import { DocumentRow } from './documents.ts';
import {
  AlertRow,
  DocumentSubjectRow,
  HolidayRow,
  ModelRow,
  OrganizationRow,
  RoleRow,
  UserRow,
} from './reference-data.ts';
import { Id, Rev } from './scalars.ts';
import { FeedSession } from './session.ts';
import { type Collection, PageFrame, SESSION, type WirePage } from './sync.ts';
import { CopyBound } from './copy-bound.ts';

/** Every mirrored collection with the schema of its row. */
export const COLLECTION_ROWS = {
  organizations: OrganizationRow,
  roles: RoleRow,
  users: UserRow,
  document_subjects: DocumentSubjectRow,
  models: ModelRow,
  alerts: AlertRow,
  holidays: HolidayRow,
  documents: DocumentRow,
} as const satisfies Record<Collection, v.GenericSchema>;

function changeOf<Name extends Collection, Row extends (typeof COLLECTION_ROWS)[Name]>(collection: Name, row: Row) {
  return v.variant('op', [
    v.object({ collection: v.literal(collection), op: v.literal('put'), id: Id, rev: Rev, row }),
    v.object({ collection: v.literal(collection), op: v.literal('delete'), id: Id, rev: Rev }),
  ]);
}

/** Changes of reference data: of all mirrored collections but documents. */
export const REFERENCE_CHANGES = [
  changeOf('organizations', OrganizationRow),
  changeOf('roles', RoleRow),
  changeOf('users', UserRow),
  changeOf('document_subjects', DocumentSubjectRow),
  changeOf('models', ModelRow),
  changeOf('alerts', AlertRow),
  changeOf('holidays', HolidayRow),
] as const;

const DocumentChange = changeOf('documents', DocumentRow);

/** The session's own row in the feed (S174). */
export const SessionPut = v.object({
  collection: v.literal(SESSION),
  op: v.literal('put'),
  id: Id,
  rev: Rev,
  row: FeedSession,
});

/** The fields of a page without its changes. */
const FRAME = { ...PageFrame.entries, bounded: v.optional(CopyBound) };
const ROW_CHANGES = [...REFERENCE_CHANGES, DocumentChange] as const;
const RowChanges = v.array(v.variant('collection', ROW_CHANGES));

/** GET /api/sync/changes */
export const ChangesPage = v.object({
  ...FRAME,
  changes: v.array(v.variant('collection', [...ROW_CHANGES, SessionPut])),
}) satisfies v.GenericSchema<unknown, WirePage>;

/**
 * A page whose changes are read in parts: its other fields, and a schema that reads any number of
 * its changes at a time.
 */
export const PageParts = v.pipe(
  v.object(FRAME),
  v.transform((rest) => ({ rest, changes: RowChanges })),
);
