// The collections of reference data whose rows are written through the outbox: for each one its
// address, the names of its rows in requests and answers, and the fields that a device may send. A
// user's password and roles are excluded: they never wait in a queue. A user is created online,
// because a new account needs a password.

import { OrganizationRow, AlertRow, DocumentSubjectRow, HolidayRow, ModelRow, UserRow } from './reference-data.ts';
import {
  AlertInput,
  AlertPatch,
  DocumentSubjectInput,
  DocumentSubjectPatch,
  HolidayInput,
  HolidayPatch,
  ModelInput,
  ModelPatch,
  OrganizationInput,
  OrganizationPatch,
  UserPatch,
} from './reference-writes.ts';
import type { Permission } from '#domain/permissions.ts';
import { PATHS } from './paths.ts';
import type { ActiveStatus } from './scalars.ts';
import type { CollectionRow } from './sync.ts';
import * as v from 'valibot';

const { name, last_name, email, organization_id, status, job_title, registration } = UserPatch.entries;

/**
 * What the queue may change of a user. Strict: a password or a role in it is an error, not a field
 * to leave out.
 */
export const UserEdit = v.strictObject({ name, last_name, email, organization_id, status, job_title, registration });

/**
 * By collection: `path` is its address, `ids` the name of the list of ids in a request, `answer`
 * the name of the row in an answer, `row` the row on the wire, `create` what a new row takes (null:
 * not through the queue), `edit` what a change takes.
 */
export const ROW_WRITES = {
  organizations: {
    path: PATHS.organizations,
    ids: 'organization_ids',
    answer: 'organization',
    row: OrganizationRow,
    create: OrganizationInput,
    edit: OrganizationPatch,
  },
  alerts: {
    path: PATHS.alerts,
    ids: 'alert_ids',
    answer: 'alert',
    row: AlertRow,
    create: AlertInput,
    edit: AlertPatch,
  },
  document_subjects: {
    path: PATHS.documentSubjects,
    ids: 'document_subject_ids',
    answer: 'document_subject',
    row: DocumentSubjectRow,
    create: DocumentSubjectInput,
    edit: DocumentSubjectPatch,
  },
  models: {
    path: PATHS.models,
    ids: 'model_ids',
    answer: 'model',
    row: ModelRow,
    create: ModelInput,
    edit: ModelPatch,
  },
  holidays: {
    path: PATHS.holidays,
    ids: 'holiday_ids',
    answer: 'holiday',
    row: HolidayRow,
    create: HolidayInput,
    edit: HolidayPatch,
  },
  users: { path: PATHS.users, ids: 'user_ids', answer: 'user', row: UserRow, create: null, edit: UserEdit },
} as const;

/** The collections whose rows are written through the outbox. */
export type RowCollection = keyof typeof ROW_WRITES;
export const ROW_COLLECTIONS = Object.keys(ROW_WRITES) as RowCollection[];
/** The collections whose rows are active or inactive. */
export type SwitchedCollection = Exclude<RowCollection, 'holidays'>;
/** The collections whose rows may be created through the outbox: all but users. */
export type CreatableCollection = Exclude<RowCollection, 'users'>;

/** The permission that an act on rows takes: the calendar has one for all of them (rule B4). */
export function permissionFor(verb: 'create' | 'update' | 'delete', collection: RowCollection): Permission {
  return collection === 'holidays' ? 'manage_calendar' : `${verb}_${collection}`;
}

type ReadonlyField<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;
type RequestFields<Fields> = {
  readonly [Name in keyof Omit<Fields, 'status' | 'files_sha256'>]: ReadonlyField<Fields[Name]>;
} & {
  readonly status?: ActiveStatus | undefined;
};

/** The fields of a new row, with the names of the wire; its files travel beside them. */
export type RowFields<Collection extends CreatableCollection> = RequestFields<
  v.InferInput<(typeof ROW_WRITES)[Collection]['create']>
>;

/** The fields that a change of a row may carry, all of them optional. */
export type RowEdit<Collection extends RowCollection> = RequestFields<
  v.InferInput<(typeof ROW_WRITES)[Collection]['edit']>
>;

/** The fields of a form for a row of any of the collections, new or changed. */
export type AnyRowFields =
  | { [Collection in CreatableCollection]: RowFields<Collection> }[CreatableCollection]
  | { [Collection in RowCollection]: RowEdit<Collection> }[RowCollection];

/**
 * A row as screens show it, without `id` and `rev`: a row that was made on this device has neither
 * yet.
 */
export type RowOf<Collection extends RowCollection> = Omit<CollectionRow<Collection>, 'id' | 'rev'>;

/** A row of any of the collections. */
export type AnyRow = { [Collection in RowCollection]: RowOf<Collection> }[RowCollection];

/** A row in the answer of a write. */
export type WrittenRow = {
  [Collection in RowCollection]: { readonly collection: Collection; readonly row: CollectionRow<Collection> };
}[RowCollection];

type Refs = readonly { readonly id: number }[];
const idsOf = (refs: Refs): number[] => refs.map((ref) => ref.id);

const EDITS: { [Collection in RowCollection]: (row: RowOf<Collection>) => RowEdit<Collection> } = {
  organizations: ({ name: of, acronym, status: is, chief_user_id = null }) => ({
    name: of,
    acronym,
    status: is,
    chief_user_id,
  }),
  alerts: ({ title, limit_date, description, status: is }) => ({ title, limit_date, description, status: is }),
  document_subjects: (row) => ({
    name: row.name,
    status: row.status,
    submission_start_day: row.submission_start_day,
    submission_end_day: row.submission_end_day,
    submission_date_exempt_organization_ids: idsOf(row.exempt_submission_date_organizations),
    default_days: row.default_days ?? null,
    working: row.working ?? false,
  }),
  models: (row) => ({
    type: row.type,
    organization_ids: idsOf(row.organizations),
    file_mime_type: row.file_mime_type,
    name: row.name,
    description: row.description,
    status: row.status,
  }),
  holidays: ({ day, name: of, kind, exempt_organization_ids }) => ({ day, name: of, kind, exempt_organization_ids }),
  users: (row) => ({
    name: row.name,
    last_name: row.last_name,
    ...(row.email === undefined ? {} : { email: row.email }),
    organization_id: row.organization?.id ?? null,
    status: row.status,
    ...(row.job_title === undefined ? {} : { job_title: row.job_title ?? '' }),
    ...(row.registration === undefined ? {} : { registration: row.registration ?? '' }),
  }),
};

/**
 * The initial values of a form for this row: the fields that a change may carry, with the row's
 * values.
 */
export function editOf<Collection extends RowCollection>(
  collection: Collection,
  row: RowOf<Collection>,
): RowEdit<Collection> {
  return EDITS[collection](row);
}
