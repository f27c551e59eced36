// The compact form of a page of changes (S103). Each sector, person and subject that documents of the page name is said once,
// under `names`, and a row says its place there. Fields with their usual value are left out. How it is written stands here; how it is
// read, in expand-page.ts.

import * as v from 'valibot';
import { DocumentDelete, REFERENCE_CHANGES, SessionPut } from './changes.ts';
import { type DocumentFacts, DocumentRow, DocumentTag } from './documents.ts';
import { OrganizationRef, type PersonRef, SubjectRef, UserRef } from './references.ts';
import { CopyBound } from './copy-bound.ts';
import { MARK_LENGTH } from './scalars.ts';
import { PageFrame, type WirePage } from './sync.ts';

/** A place in one of the lists under `names`, from 0. */
const Place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * Whatever documents of the page name, in the words of their rows. One id may stand here twice: a completed document keeps the
 * names that it had, so that places and not ids tell two appearances of a person apart.
 */
const PageNames = v.object({
  organizations: v.array(OrganizationRef),
  people: v.array(v.object({ ...UserRef.entries, organization: v.nullable(Place) })),
  subjects: v.array(SubjectRef),
  /** The marks of all documents that are there, in their order, of `MARK_LENGTH` each; spaces for one without. */
  marks: v.optional(v.string()),
});
export type PageNames = v.InferOutput<typeof PageNames>;

const { created_by, status, is_exception, exception_reason, command_id, facts, ...always } = v.omit(DocumentRow, [
  'tags',
  'mark',
]).entries;

const CompactRow = v.object({
  ...always,
  creator: Place,
  origin: v.nullable(Place),
  subject: Place,
  responsibles: v.array(Place),
  organizations: v.array(Place),
  /** The creator's id, where it is left out. */
  created_by: v.optional(created_by),
  /** `stored_status`, where it is left out. */
  status: v.optional(status),
  /** False. */
  is_exception: v.optional(is_exception),
  /** null. */
  exception_reason: v.optional(exception_reason),
  /** None. */
  tags: v.optional(v.array(v.object({ ...DocumentTag.entries, user_id: v.optional(DocumentTag.entries.user_id) }))),
  /** null. */
  command_id: v.optional(command_id),
  facts: v.object({
    ...facts.entries,
    /** null. */
    completed_by: v.optional(facts.entries.completed_by),
    /** The ids of `responsibles`, where it is left out. */
    responsible_ids_ever: v.optional(facts.entries.responsible_ids_ever),
    /** `created_at` for each of `responsible_ids_ever`, where it is left out. */
    arrived_at: v.optional(facts.entries.arrived_at),
  }),
});
export type CompactRow = v.InferOutput<typeof CompactRow>;

/** A document that is there: its id and number stand in the row alone. */
const CompactPut = v.object({ collection: v.literal('documents'), op: v.literal('put'), row: CompactRow });

/** All of a page but the changes. */
export const COMPACT_FRAME = { ...PageFrame.entries, bounded: v.optional(CopyBound), names: PageNames };
const COMPACT_CHANGES = [...REFERENCE_CHANGES, v.variant('op', [CompactPut, DocumentDelete])] as const;
/** Those of mirrored rows. */
export const CompactChanges = v.array(v.variant('collection', COMPACT_CHANGES));

/** GET /api/sync/changes?rows=compact */
export const CompactPage = v.object({
  ...COMPACT_FRAME,
  changes: v.array(v.variant('collection', [...COMPACT_CHANGES, SessionPut])),
});
export type CompactPage = v.InferOutput<typeof CompactPage>;

type CompactChange = CompactPage['changes'][number];

/** Gives the documents of one page their compact form; `names` is complete when all of them have it. */
export type Compactor = {
  readonly compact: (row: DocumentRow) => CompactRow;
  readonly names: PageNames;
};

export function compactorOf(): Compactor {
  const organizations = placesOf<OrganizationRef>(
    (one, other) => one.name === other.name && one.acronym === other.acronym,
  );
  const subjects = placesOf<SubjectRef>((one, other) => one.name === other.name);
  const people = placesOf<PageNames['people'][number]>(
    (one, other) =>
      one.name === other.name && one.last_name === other.last_name && one.organization === other.organization,
  );
  const sector = (ref: OrganizationRef | null) => (ref === null ? null : organizations.placeOf(ref));
  const person = ({ id, name, last_name, organization }: PersonRef) =>
    people.placeOf({ id, name, last_name, organization: sector(organization) });
  const names: PageNames = { organizations: organizations.all, people: people.all, subjects: subjects.all };
  return {
    names,
    // JSON leaves out what is undefined.
    compact(row) {
      const { facts, created_at, responsibles } = row;
      const { responsible_ids_ever: ever, arrived_at } = facts;
      names.marks = (names.marks ?? '') + (row.mark ?? '').padEnd(MARK_LENGTH);
      return {
        id: row.id,
        rev: row.rev,
        number: row.number,
        stored_status: row.stored_status,
        status: row.status === row.stored_status ? undefined : row.status,
        is_exception: row.is_exception || undefined,
        exception_reason: row.exception_reason ?? undefined,
        title: row.title,
        physical_document_number: row.physical_document_number,
        type: row.type,
        created_at,
        limit_date: row.limit_date,
        created_by: row.created_by === row.creator.id ? undefined : row.created_by,
        creator: person(row.creator),
        origin: sector(row.origin),
        subject: subjects.placeOf(row.subject),
        responsibles: responsibles.map(person),
        organizations: row.organizations.map((ref) => organizations.placeOf(ref)),
        tags: row.tags.length === 0 ? undefined : row.tags.map(compactTag),
        facts: {
          responsible_ids_ever: areIdsOf(responsibles, ever) ? undefined : ever,
          completed_by: facts.completed_by ?? undefined,
          seen_by_responsible: facts.seen_by_responsible,
          arrived_at: isAtOnce(arrived_at, { ever, at: created_at }) ? undefined : arrived_at,
        },
        files_count: row.files_count,
        interactions_count: row.interactions_count,
        last_activity_at: row.last_activity_at,
        command_id: row.command_id ?? undefined,
      };
    },
  };
}

/** A page in its compact form; the server writes the same as JSON. @internal */
export function compactPage({ changes, ...rest }: WirePage): CompactPage {
  const { compact, names } = compactorOf();
  return {
    ...rest,
    changes: changes.map((change): CompactChange => {
      if (change.collection !== 'documents' || change.op === 'delete') return change;
      return { collection: change.collection, op: change.op, row: compact(change.row) };
    }),
    names,
  };
}

function compactTag({ title, type, user_id }: DocumentTag): NonNullable<CompactRow['tags']>[number] {
  return { title, type, user_id: user_id ?? undefined };
}

/** A list in which each appearance of an id stands once, and the place of each. */
function placesOf<One extends { readonly id: number }>(
  isSame: (one: One, other: One) => boolean,
): { readonly all: One[]; placeOf(one: One): number } {
  const all: One[] = [];
  const byId = new Map<number, number[]>();
  return {
    all,
    placeOf(one) {
      const places = byId.get(one.id) ?? [];
      const known = places.find((place) => isSame(all[place] as One, one));
      if (known !== undefined) return known;
      byId.set(one.id, [...places, all.length]);
      return all.push(one) - 1;
    },
  };
}

function areIdsOf(people: readonly PersonRef[], ids: readonly number[]): boolean {
  return people.length === ids.length && people.every((person, at) => person.id === ids[at]);
}

/** Whether the document reached each of these people, and nobody else, at that instant. */
function isAtOnce(
  arrived: DocumentFacts['arrived_at'],
  { ever, at }: { ever: readonly number[]; at: string },
): boolean {
  return Object.keys(arrived).length === new Set(ever).size && ever.every((id) => arrived[String(id)] === at);
}
