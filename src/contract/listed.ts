// The answers of the product's own calls, from any server that has them (S106). Only the fields
// that every such server has are required; the others are read where they are given. A `rev` has no
// meaning here: the device numbers the rows itself (src/sync/plain-server/apply-listed.ts).

import { isCalendarDay } from '#domain/dates.ts';
import { DOCUMENT_TYPES, LOG_ACTIONS } from '#domain/document-types.ts';
import { PERMISSIONS } from '#domain/permissions.ts';
import { HOLIDAY_KINDS } from '#domain/holidays.ts';
import { STATUSES } from '#domain/status.ts';
import { TAG_TYPES } from '#domain/tags.ts';
import * as v from 'valibot';
import { MODEL_FILE_TYPES, MODEL_TYPES } from './reference-data.ts';
import { StatusInput } from './reference-writes.ts';
import { Id } from './scalars.ts';
import { type SessionUser, TENANT_SECTORS } from './session.ts';
import type { Collection, CollectionRow } from './sync.ts';

const Text = v.fallback(v.string(), '');
const MaybeText = v.fallback(v.nullable(v.string()), null);
/** An id; 0 where the server gives none. */
const SomeId = v.fallback(Id, 0);
const Size = v.fallback(v.number(), 0);
const Status = v.fallback(StatusInput, 'active');
const Flag = v.fallback(
  v.pipe(
    v.union([v.boolean(), v.picklist([0, 1, '0', '1'])]),
    v.transform((said) => said === true || Number(said) === 1),
  ),
  false,
);
/** A day. A server may also write it as an instant. */
const DayText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, 10)),
  v.check(isCalendarDay),
);
const InstantText = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
  v.transform((text) => new Date(text).toISOString()),
);
const MonthDay = v.fallback(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31))), null);

const Sector = v.object({ id: SomeId, name: Text, acronym: Text });
const Person = v.object({
  id: SomeId,
  name: Text,
  last_name: Text,
  organization: v.fallback(v.nullable(Sector), null),
});
const File = v.object({ id: Id, name: Text, mime_type: Text, size: Size, sha256: Text });

/** A list without its unreadable items. It is used only for lists inside a row. */
function some<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((all) =>
      all.flatMap((one): v.InferOutput<Item>[] => {
        const { success, output } = v.safeParse(item, one);
        return success ? [output] : [];
      }),
    ),
  );
}

const Log = v.object({
  id: SomeId,
  action: v.picklist(LOG_ACTIONS),
  creator: Person,
  created_at: InstantText,
  limit_date: v.fallback(v.nullable(DayText), null),
  responsibles: v.fallback(some(Person), []),
  organizations: v.fallback(some(Sector), []),
  reason: MaybeText,
});

const Said = v.object({
  id: SomeId,
  creator: Person,
  content: Text,
  files: v.fallback(some(File), []),
  /** Null where the server does not give the time. */
  created_at: v.fallback(v.nullable(InstantText), null),
});

const Viewer = v.object({ user: Person, first_at: InstantText, last_at: InstantText, count: Size });

const Tag = v.object({ title: v.string(), type: v.fallback(v.picklist(TAG_TYPES), 'keyword') });

/**
 * A document as a list or the call for one document returns it. A field is null when the server did
 * not give it.
 */
export const ListedDocument = v.object({
  id: Id,
  number: v.fallback(v.nullable(v.number()), null),
  title: v.string(),
  status: v.picklist(STATUSES),
  is_exception: Flag,
  exception_reason: MaybeText,
  physical_document_number: Text,
  type: v.fallback(v.nullable(v.picklist(DOCUMENT_TYPES)), null),
  created_at: InstantText,
  limit_date: DayText,
  created_by: SomeId,
  creator: v.fallback(Person, { id: 0, name: '', last_name: '', organization: null }),
  subject: v.fallback(v.object({ id: SomeId, name: Text }), { id: 0, name: '' }),
  responsibles: v.fallback(some(Person), []),
  organizations: v.fallback(some(Sector), []),
  tags: v.fallback(v.nullable(some(Tag)), null),
  content: MaybeText,
  files: v.fallback(v.nullable(some(File)), null),
  interactions: v.fallback(v.nullable(some(Said)), null),
  logs: v.fallback(v.nullable(some(Log)), null),
  viewers: v.fallback(v.nullable(some(Viewer)), null),
});
export type ListedDocument = v.InferOutput<typeof ListedDocument>;

/** One page of a list of documents; `next`: the number of the next one, null for none. */
export type ListedDocuments = { readonly documents: readonly ListedDocument[]; readonly next: number | null };

const Page = v.object({
  data: v.array(ListedDocument),
  current_page: v.fallback(v.number(), 1),
  next_page_url: v.fallback(v.nullable(v.string()), null),
});

/**
 * A page of GET /api/documents; null when the answer is not one. One unreadable row makes the page
 * unreadable.
 */
export function readListedDocuments(json: unknown): ListedDocuments | null {
  const { success, output } = v.safeParse(Page, json);
  if (!success) return null;
  const { data, current_page: page, next_page_url: url } = output;
  return { documents: data, next: url === null ? null : pageIn(url, page + 1) };
}

/**
 * The page number in the address of the next page. Nothing else of the address is used, because a
 * server must not decide where the next request goes.
 */
function pageIn(url: string, otherwise: number): number {
  const page = Number(/[?&]page=(\d{1,9})(?:&|#|$)/.exec(url)?.[1]);
  return page > 0 ? page : otherwise;
}

/** One document, bare or under a name; null when the answer has none. */
export function readListedDocument(json: unknown): ListedDocument | null {
  for (const one of [json, under(json, 'document'), under(json, 'data')]) {
    const { success, output } = v.safeParse(ListedDocument, one);
    if (success) return output;
  }
  return null;
}

const Permissions = v.fallback(some(v.object({ name: v.picklist(PERMISSIONS) })), []);
const Sectors = v.fallback(some(Sector), []);
const rev = v.fallback(v.literal(0), 0);
const deleted = v.fallback(v.literal(false), false);

const User = v.pipe(
  v.object({
    id: Id,
    name: v.string(),
    last_name: Text,
    organization: v.fallback(v.nullable(Sector), null),
    roles: v.fallback(some(v.object({ name: v.string() })), []),
    status: Status,
    image: MaybeText,
    email: v.fallback(v.optional(v.string()), undefined),
  }),
  v.transform(({ roles, email, ...user }) => ({
    ...user,
    rev: 0,
    role: roles[0]?.name ?? null,
    deleted: false,
    ...(email === undefined ? {} : { email }),
  })),
);

const ModelFile = v.object({ id: Id, name: Text, mime_type: Text, size: Size });

const ROWS: { readonly [Name in ListedCollection]: v.GenericSchema<unknown, CollectionRow<Name>> } = {
  organizations: v.object({ id: Id, rev, name: v.string(), acronym: Text, status: Status, deleted }),
  roles: v.object({ id: Id, rev, name: v.string(), permissions: Permissions }),
  users: User,
  document_subjects: v.object({
    id: Id,
    rev,
    name: v.string(),
    status: Status,
    submission_start_day: MonthDay,
    submission_end_day: MonthDay,
    exempt_submission_date_organizations: Sectors,
    deleted,
  }),
  models: v.object({
    id: Id,
    rev,
    name: v.string(),
    description: Text,
    type: v.picklist(MODEL_TYPES),
    file_mime_type: v.fallback(v.picklist(MODEL_FILE_TYPES), 'word'),
    status: Status,
    organizations: Sectors,
    files: v.fallback(some(ModelFile), []),
    created_at: Text,
  }),
  holidays: v.object({
    id: Id,
    rev,
    day: DayText,
    name: v.string(),
    kind: v.fallback(v.picklist(HOLIDAY_KINDS), 'municipal'),
    exempt_organization_ids: v.fallback(v.array(Id), []),
  }),
  alerts: v.object({ id: Id, rev, title: v.string(), description: Text, limit_date: DayText, status: Status }),
};

export type ListedCollection = Exclude<Collection, 'documents'>;

/**
 * All rows of a collection; null when the answer is not one of its lists or has an unreadable row.
 */
export function readListedRows<Name extends ListedCollection>(
  collection: Name,
  json: unknown,
): readonly CollectionRow<Name>[] | null {
  const list = Array.isArray(json) ? json : under(json, 'data');
  const row: v.GenericSchema<unknown, CollectionRow<Name>> = ROWS[collection];
  const { success, output } = v.safeParse(v.array(row), list);
  return success ? output : null;
}

const Me = v.object({
  id: Id,
  name: Text,
  last_name: Text,
  email: Text,
  image: MaybeText,
  status: Status,
  organization_id: v.fallback(v.nullable(Id), null),
  organization: v.fallback(v.nullable(Sector), null),
  roles: v.fallback(some(v.object({ id: SomeId, name: v.string(), permissions: Permissions })), []),
  tenant: v.object({
    id: v.fallback(Id, 1),
    name: Text,
    acronym: Text,
    sector: v.fallback(v.picklist(TENANT_SECTORS), 'public'),
    logo: MaybeText,
    time_zone: v.fallback(v.string(), 'America/Sao_Paulo'),
  }),
});

/**
 * The logged-in person; null when the answer names none. `at`: the server's clock, as an instant.
 */
export function readListedSession(json: unknown, at: string): SessionUser | null {
  const { success, output } = v.safeParse(Me, json);
  if (!success) return null;
  const organization_id = output.organization_id ?? output.organization?.id ?? null;
  return { ...output, organization_id, login_id: null, scope_epoch: LISTS_EPOCH, server_time: at };
}

/** The epoch of a server without a feed, in the place of the epoch of the person's sight. */
export const LISTS_EPOCH = 'lists';

function under(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>)[name] : undefined;
}
