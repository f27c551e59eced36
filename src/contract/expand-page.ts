// How a compact page (compact-page.ts) is read.

import * as v from 'valibot';
import { COMPACT_FRAME, CompactChanges, type CompactRow, type PageNames } from './compact-page.ts';
import type { DocumentRow } from './documents.ts';
import type { OrganizationRef, PersonRef, SubjectRef } from './references.ts';
import { MARK_LENGTH } from './scalars.ts';
import type { Change } from './sync.ts';

/**
 * Reads a compact page as the full one, in parts: what it says beside its changes, and what reads these, any number at a time and in
 * their order. A place at which nothing stands makes the page unreadable.
 */
export const CompactParts = v.pipe(
  v.object(COMPACT_FRAME),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const message of missingOfPeople(dataset.value.names)) addIssue({ message });
  }),
  v.transform(({ names, ...rest }) => {
    const known = namesOf(names);
    const nextMark = marksOf(names);
    const changes = v.pipe(
      CompactChanges,
      v.rawCheck(({ dataset, addIssue }) => {
        if (dataset.typed) for (const message of missingOfRows(dataset.value, names)) addIssue({ message });
      }),
      v.transform((some) => fullChanges(some, { known, nextMark })),
    );
    return { rest, changes };
  }),
);

type CompactChange = v.InferOutput<typeof CompactChanges>[number];
type CompactPut = Extract<CompactChange, { collection: 'documents'; op: 'put' }>;

/** Whose places in a list have nothing there. */
type NameColumn = {
  readonly what: keyof Omit<PageNames, 'marks'>;
  readonly by: string;
  readonly places: readonly (number | null)[];
};

function missingOf(names: PageNames, { what, by, places }: NameColumn): string[] {
  const { length } = names[what];
  const missing = places.filter((place) => place !== null && place >= length);
  return missing.map((place) => `${by} names place ${place} of ${length} ${what}`);
}

function missingOfPeople(names: PageNames): string[] {
  return names.people.flatMap(({ id, organization }) =>
    missingOf(names, { what: 'organizations', by: `person ${id}`, places: [organization] }),
  );
}

function missingOfRows(changes: readonly CompactChange[], names: PageNames): string[] {
  return changes.filter(isCompactPut).flatMap(({ row }) => {
    const by = `document ${row.id}`;
    return [
      ...missingOf(names, { what: 'people', by, places: [row.creator, ...row.responsibles] }),
      ...missingOf(names, { what: 'organizations', by, places: [row.origin, ...row.organizations] }),
      ...missingOf(names, { what: 'subjects', by, places: [row.subject] }),
    ];
  });
}

type KnownNames = {
  readonly people: readonly PersonRef[];
  readonly organizations: readonly OrganizationRef[];
  readonly subjects: readonly SubjectRef[];
};

/** Rows of a page share these objects: nothing writes into a row that was read. */
function namesOf({ people, organizations, subjects }: PageNames): KnownNames {
  return {
    people: people.map(({ organization, ...person }) => ({
      ...person,
      organization: organization === null ? null : (organizations[organization] as OrganizationRef),
    })),
    organizations,
    subjects,
  };
}

function isCompactPut(change: CompactChange): change is CompactPut {
  return change.collection === 'documents' && change.op === 'put';
}

/** Answers the mark of one document after the other; undefined for one without. */
function marksOf({ marks = '' }: PageNames): () => string | undefined {
  let read = 0;
  return () => {
    const mark = marks.slice(read, read + MARK_LENGTH).trim();
    read += MARK_LENGTH;
    return mark === '' ? undefined : mark;
  };
}

type Reading = { readonly known: KnownNames; readonly nextMark: () => string | undefined };

function fullChanges(changes: readonly CompactChange[], { known, nextMark }: Reading): Change[] {
  return changes.map((change) => {
    if (!isCompactPut(change)) return change;
    const { collection, op, row } = change;
    const full = fullRow(row, known);
    const mark = nextMark();
    if (mark !== undefined) full.mark = mark;
    return { collection, op, id: row.id, rev: row.rev, row: full };
  });
}

/** Every place was looked up before (missingOfRows). Fields one by one, because a spread costs three times as much as reading. */
function fullRow(row: CompactRow, known: KnownNames): DocumentRow {
  const creator = known.people[row.creator] as PersonRef;
  const responsibles = row.responsibles.map((place) => known.people[place] as PersonRef);
  const { facts, created_at } = row;
  const ever = facts.responsible_ids_ever ?? responsibles.map((person) => person.id);
  return {
    id: row.id,
    rev: row.rev,
    number: row.number,
    stored_status: row.stored_status,
    status: row.status ?? row.stored_status,
    is_exception: row.is_exception ?? false,
    exception_reason: row.exception_reason ?? null,
    title: row.title,
    physical_document_number: row.physical_document_number,
    type: row.type,
    created_at,
    limit_date: row.limit_date,
    created_by: row.created_by ?? creator.id,
    creator,
    origin: row.origin === null ? null : (known.organizations[row.origin] as OrganizationRef),
    subject: known.subjects[row.subject] as SubjectRef,
    responsibles,
    organizations: row.organizations.map((place) => known.organizations[place] as OrganizationRef),
    tags: (row.tags ?? []).map(({ title, type, user_id }) => ({ title, type, user_id: user_id ?? null })),
    facts: {
      responsible_ids_ever: ever,
      completed_by: facts.completed_by ?? null,
      seen_by_responsible: facts.seen_by_responsible,
      arrived_at: facts.arrived_at ?? Object.fromEntries(ever.map((id) => [id, created_at])),
    },
    files_count: row.files_count,
    interactions_count: row.interactions_count,
    last_activity_at: row.last_activity_at,
    command_id: row.command_id ?? null,
  };
}
